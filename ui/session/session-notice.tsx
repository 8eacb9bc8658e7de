import { showInvisible } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { needsYou } from '../state/sessions.ts'
import { noticeWords } from './notice-words.ts'

export interface SessionNoticeProps {
  snapshot: Session
  /** It is being brought back. */
  resuming: boolean
  onResume: () => void
}

/** Why nothing is at work here, and the act that helps. */
export function SessionNotice({ snapshot, resuming, onResume }: SessionNoticeProps) {
  const { detail, unconfirmed } = snapshot
  const { now } = usePage()
  const words = noticeWords(snapshot, now.value)
  if (!words) return null
  return (
    <div class="session-notice" data-needs-you={needsYou(snapshot) || undefined}>
      <div class="session-notice-words" role="status">
        {words.lines.map((line) => (
          <p key={line}>{showInvisible(line)}</p>
        ))}
        {detail && <p class="session-notice-detail">{showInvisible(detail)}</p>}
        {unconfirmed && <p>{t('session.unconfirmed')}</p>}
      </div>
      <Button busy={resuming} onPress={onResume}>
        {words.act}
      </Button>
    </div>
  )
}
