import { MINUTE_MS } from '../../shared/time.ts'
import { showInvisible } from '../../shared/untrusted.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { needsYou } from '../state/sessions.ts'
import { exitWords } from '../transcript/process-note.ts'

export interface SessionNoticeProps {
  snapshot: Session
  /** It is being brought back. */
  resuming: boolean
  onResume: () => void
}

/** Why nothing is at work here, and the act that helps. */
export function SessionNotice({ snapshot, resuming, onResume }: SessionNoticeProps) {
  const { status, reason, detail, unconfirmed, restUntil, restWhy } = snapshot
  const { now } = usePage()
  if (!['exited', 'interrupted', 'parked'].includes(status)) return null
  return (
    <div class="session-notice" data-needs-you={needsYou(snapshot) || undefined}>
      <div class="session-notice-words" role="status">
        <p>{[reason && exitWords(reason), nextWords(snapshot)].filter(Boolean).join('. ')}</p>
        {restUntil !== undefined && (
          <p>{t('session.rests', { time: untilThen(restUntil, now.value), why: restWhy ?? '' })}</p>
        )}
        {detail && <p class="session-notice-detail">{showInvisible(detail)}</p>}
        {unconfirmed && <p>{t('session.unconfirmed')}</p>}
      </div>
      <Button busy={resuming} onPress={onResume}>
        {t(actOf(snapshot))}
      </Button>
    </div>
  )
}

/** Seconds would tick, and say no more. */
const untilThen = (at: number, now: number): string =>
  t('session.minutes', { n: Math.max(1, Math.ceil((at - now) / MINUTE_MS)) })

function actOf({ reason, restUntil }: Session): 'session.try_now' | 'session.try_again' | 'session.resume' {
  if (restUntil !== undefined) return 'session.try_now'
  return hadNoStart(reason) ? 'session.try_again' : 'session.resume'
}

/** There is no conversation to take up: the same beginning is tried again. */
const hadNoStart = (reason: ExitReason | undefined): boolean =>
  reason === 'start_failed' || reason === 'start_timeout'

function nextWords({ status, reason }: Session): string | null {
  if (hadNoStart(reason)) return t('session.start_kept')
  // Its reason says so already.
  return status === 'parked' ? null : t('session.comes_back')
}
