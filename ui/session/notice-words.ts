import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { untilWords } from '../parts/relative-time.ts'
import { exitWords } from '../transcript/process-note.ts'

export interface NoticeWords {
  lines: readonly string[]
  /** What the button does. */
  act: string
}

const AWAY: ReadonlySet<Session['status']> = new Set(['exited', 'interrupted', 'parked'])

/**
 * Why nothing is at work in a session; null: there is nothing to tell. One whose agent is there may rest as well, and
 * then what is sent to it waits. While it is cleared it comes back by itself, and nobody could hurry that.
 */
export function noticeWords(session: Session, now: number): NoticeWords | null {
  const { status, reason, restUntil, clearing } = session
  if (clearing) return null
  const isAway = AWAY.has(status)
  const isResting = restUntil !== undefined && restUntil > now && (isAway || status === 'idle')
  if (!isAway && !isResting) return null
  const what = isAway && reason ? exitWords(reason) : null
  if (isResting) {
    return {
      lines: [sentence(what), ...restLines(session, restUntil, now)].filter(isSaid),
      act: t('session.try_now'),
    }
  }
  const said = [what, nextWords(session)].filter(isSaid).join('. ')
  return {
    lines: said === '' ? [] : [said],
    act: t(hadNoStart(reason) ? 'session.try_again' : 'session.resume'),
  }
}

const isSaid = (words: string | null): words is string => words !== null && words !== ''
const sentence = (words: string | null): string | null => words && `${words}.`

function restLines({ restWhy }: Session, restUntil: number, now: number): string[] {
  const until = untilWords(restUntil, now)
  const rests = restWhy ? t('session.rests_why', { until, why: restWhy }) : t('session.rests', { until })
  return [rests, t('session.rest_waits')]
}

/** There is no conversation to take up: the same beginning is tried again. */
const hadNoStart = (reason: ExitReason | undefined): boolean =>
  reason === 'start_failed' || reason === 'start_timeout'

function nextWords({ status, reason }: Session): string | null {
  if (hadNoStart(reason)) return t('session.start_kept')
  // Its reason says so already.
  return status === 'parked' ? null : t('session.comes_back')
}
