import type { UserStore } from '../accounts/user-store.ts'
import type { Site } from '../auth/site.ts'
import type { EmailChangeStore } from '../email/store.ts'
import type { RegistrationStore } from '../registration/store.ts'
import { createCompose } from './compose.ts'
import { createPost, type Post, type PostDeps } from './post.ts'
import type { MailTokens } from './tokens.ts'

export interface MailingDeps extends Omit<PostDeps, 'compose'> {
  users: UserStore
  registrations: RegistrationStore
  emailChanges: EmailChangeStore
  mailTokens: MailTokens
  site: Pick<Site, 'origin'>
}

/** Letters, from what they are about to the mail host. */
export const createMailing = (deps: MailingDeps): Post =>
  createPost({ ...deps, compose: createCompose(deps) })
