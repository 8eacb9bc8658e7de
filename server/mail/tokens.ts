import type { Random } from '../../shared/ids.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Site } from '../auth/site.ts'
import type { Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MailTokenKind, MailTokenRow, MailTokenStore } from './token-store.ts'

/** Links that do one thing once. The token is in the fragment, which no server is told of and no log holds. */
export interface MailTokens {
  /** A fresh one; earlier ones of this kind for the same are burnt. */
  mint(
    work: Work,
    kind: MailTokenKind,
    about: Omit<MailTokenRow, 'kind'>,
  ): { link: string; expiresAt: number }
  /** What this token is for, while it can be used; null where it cannot. */
  read(work: Work, kind: MailTokenKind, token: string): MailTokenRow | null
  spend(work: Work, token: string): void
  burnAll(work: Work, user: string): void
}

const PREFIX = 'ft'

/** Where the page of each kind is. */
const PATHS: Record<MailTokenKind, string> = {
  confirm: '/confirm',
  reset: '/reset',
  invite: '/invite',
  verify: '/verify',
  undo: '/undo',
}

export function createMailTokens(deps: {
  store: MailTokenStore
  random: Random
  site: Pick<Site, 'origin'>
  limits: Pick<AuthorityLimits, 'confirmMs' | 'resetMs' | 'inviteMs' | 'verifyMs' | 'undoMs'>
}): MailTokens {
  const { store, limits } = deps
  const lives: Record<MailTokenKind, number> = {
    confirm: limits.confirmMs,
    reset: limits.resetMs,
    invite: limits.inviteMs,
    verify: limits.verifyMs,
    undo: limits.undoMs,
  }
  return {
    mint(work, kind, about) {
      const token = newSecret(deps.random, PREFIX)
      const expiresAt = work.now + lives[kind]
      store.burn(about, kind, work.now)
      store.insert({ ...about, kind, tokenHash: hashSecret(token), createdAt: work.now, expiresAt })
      return { link: `${deps.site.origin()}${PATHS[kind]}#${token}`, expiresAt }
    },
    read: (work, kind, token) => store.usable(hashSecret(token), kind, work.now),
    spend: (work, token) => store.use(hashSecret(token), work.now),
    burnAll: (work, user) => store.burnAll(user, work.now),
  }
}
