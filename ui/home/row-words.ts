import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { type DotState, dotState, dotWords } from '../parts/dot.tsx'
import { untilWords } from '../parts/relative-time.ts'
import { needsYou } from '../state/sessions.ts'
import { exitWords } from '../transcript/process-note.ts'

/** The shape of a row: a session that could not be brought back waits for a person too. */
export const rowState = (session: Session): DotState =>
  needsYou(session) ? 'needs_you' : dotState(session.status)

/** The last part of a session's directory: what tells two of them apart in a narrow row. */
export const rowDirectory = ({ cwd }: Session): string => cleanLabel(cwd.replace(/^.*\/(?=.)/, ''))

/** What a session waits for, or how it stands. */
export function rowWords(session: Session, now: number): string {
  const { status, asks, reason } = session
  const [ask] = asks
  if (status === 'blocked' && ask) {
    const what = cleanLabel(ask.title)
    const asked = ask.kind === 'question' ? t('home.question', { what }) : t('home.asks', { what })
    return asks.length > 1 ? `${asked} ${t('ask.more', { count: asks.length - 1 })}` : asked
  }
  if (needsYou(session) && reason) return exitWords(reason)
  const state = stateWords(session, now)
  const waiting = session.queue.length
  return waiting > 0 ? `${state}, ${t('home.queued', { count: waiting })}` : state
}

function stateWords({ status, reason, ...session }: Session, now: number): string {
  const { restUntil, clearing, unpromptedSince } = session
  if (clearing) return t('home.clearing')
  // A person's own try goes before the rest.
  const isStarting = status === 'starting' || status === 'running'
  if (restUntil !== undefined && restUntil > now && !isStarting) {
    return t('home.rests', { until: untilWords(restUntil, now) })
  }
  if (status === 'running' && unpromptedSince !== undefined) return t('home.unprompted')
  return status === 'exited' && reason ? exitWords(reason) : dotWords(dotState(status))
}
