import type { Random } from '../../shared/ids.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Site } from '../auth/site.ts'
import type { Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MailTokenKind, MailTokenRow, MailTokenStore } from './token-store.ts'

/** Links that do one thing once. The token is in the fragment, which no server is told of and no log holds. */
export interface MailTokens {
  /** A fresh one; earlier ones are burnt: of this kind, for the same user or, where it is about one act, about that. */
  mint(
    work: Work,
    kind: MailTokenKind,
    about: Omit<MailTokenRow, 'kind'>,
  ): { link: string; expiresAt: number }
  /** What this token is for, while it can be used; null where it cannot. */
  read(work: Work, kind: MailTokenKind, token: string): MailTokenRow | null
  spend(work: Work, token: string): void
  /**
   * Whatever lets somebody into an account. What takes a change of the address back stays: whoever is in could else burn
   * the only way back of its holder.
   */
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
      if (about.user !== null && kind !== 'undo') store.burnOfUser(kind, about.user, work.now)
      else if (about.subject !== null) store.burnAbout(kind, about.subject, work.now)
      store.insert({ ...about, kind, tokenHash: hashSecret(token), createdAt: work.now, expiresAt })
      return { link: `${deps.site.origin()}${PATHS[kind]}#${token}`, expiresAt }
    },
    read: (work, kind, token) => store.usable(hashSecret(token), kind, work.now),
    spend: (work, token) => store.use(hashSecret(token), work.now),
    burnAll: (work, user) => store.burnAll(user, work.now),
  }
}
