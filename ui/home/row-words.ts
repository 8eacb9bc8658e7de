import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { type DotState, dotState, dotWords } from '../parts/dot.tsx'
import { needsYou } from '../state/sessions.ts'
import { exitWords } from '../transcript/process-note.ts'

/** The shape of a row: a session that could not be brought back waits for a person too. */
export const rowState = (session: Session): DotState =>
  needsYou(session) ? 'needs_you' : dotState(session.status)

/** The last part of a session's directory: what tells two of them apart in a narrow row. */
export const rowDirectory = ({ cwd }: Session): string => cleanLabel(cwd.replace(/^.*\/(?=.)/, ''))

/** What a session waits for, or how it stands. */
export function rowWords(session: Session): string {
  const { status, asks, reason, queue } = session
  const [ask] = asks
  if (status === 'blocked' && ask) {
    const what = cleanLabel(ask.title)
    const asked = ask.kind === 'question' ? t('home.question', { what }) : t('home.asks', { what })
    return asks.length > 1 ? `${asked} ${t('ask.more', { count: asks.length - 1 })}` : asked
  }
  if (status === 'exited' && reason) return exitWords(reason)
  const state = dotWords(dotState(status))
  return queue.length > 0 ? `${state}, ${t('home.queued', { count: queue.length })}` : state
}
