/**
 * Letters. Whoever wants one sent puts a kind and whom it is about into the outbox, in the transaction of the act; what it
 * says, with its token, is made when it is handed over to the mail host and kept nowhere.
 */
import type { Result } from '../../shared/errors.ts'
import type { MailState } from '../../shared/wire/admin.ts'
import type { LetterKind } from '../../shared/wire/letter.ts'
import type { Work } from '../db/transact.ts'

/** Those that let somebody into an account: they wait when the mail host was changed. */
export const RECOVERY_KINDS: ReadonlySet<LetterKind> = new Set(['reset', 'invite'])

export interface Posted {
  kind: LetterKind
  /** Null: nobody is meant; it is dropped where it would be sent. */
  user: string | null
  /** The registration or the e-mail change that it is about; of `verify`, the address. */
  subject: string | null
}

export interface Letter {
  to: string
  subject: string
  /** Plain text, lines of at most 76 characters except for links. */
  text: string
}

/** Null: there is nothing to say any more. Mints the token that the letter holds, in the transaction given. */
export type Compose = (work: Work, posted: Posted) => Letter | null

export interface Outbox {
  /** Part of the act. Sent soon after the commit. */
  put(work: Work, posted: Posted): void
}

/** What an admin sees and tries of it. */
export interface MailCare {
  state(): MailState
  /** A letter to this address, at once: `mail_off`, or `mail_failed` with what the host said. */
  sendTest(to: string): Promise<Result<null>>
}
