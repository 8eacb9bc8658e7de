import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { Output } from './output.ts'

/** `exited (agent exited)`: the status, and the reason where it came from an exit record. */
export const statusWords = (session: Session): string =>
  session.reason ? `${session.status} (${session.reason.replaceAll('_', ' ')})` : session.status

/** One session as the answer of a command about it. */
export function printSession(output: Output, session: Session): void {
  if (output.json) {
    output.value(session)
    return
  }
  output.line(`${session.nickname}  ${session.id}  ${cleanLabel(session.agent)}  ${statusWords(session)}`)
  if (session.detail) output.line(`  ${cleanLabel(session.detail, Number.POSITIVE_INFINITY)}`)
  if (session.unconfirmed) output.line('  Not confirmed that everything it started has ended.')
}
