import { cleanLabel } from '../../shared/untrusted.ts'
import type { PendingDevice } from '../../shared/wire/lock.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'
import { isOfOther, mayWords } from './lock-words.ts'

export interface ApproveAskProps {
  link: MachineLink
  /** Its name. */
  machine: string
  device: PendingDevice
  scan: string
  onDone: (is: 'approved' | 'refused') => void
}

/** Who asks, and the one press that lets it in. */
export function ApproveAsk({ link, machine, device, scan, onDone }: ApproveAskProps) {
  const { state, now } = usePage()
  const attempt = useAttempt()
  const at = link.daemon.v1.lock.pending({ pending: segment(device.id) })
  const approve = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(at.approval.post({ scan })))) onDone('approved')
  }
  const refuse = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(at.delete()))) onDone('refused')
  }
  return (
    <section class="approve" aria-labelledby="approve-ask">
      <h2 id="approve-ask">{t('approve.asks', { name: cleanLabel(device.name), machine })}</h2>
      <p class="approve-facts">
        {t('approve.facts', { may: mayWords(device.scopes), when: agoWords(device.since, now.value) })}
      </p>
      {isOfOther(state.account.account.value, device.sub) && <p>{t('approve.other_account')}</p>}
      <p>{t('approve.look')}</p>
      <Refusal error={attempt.refused} />
      <div class="section-acts">
        <Button look="ink" busy={attempt.busy} onPress={() => void approve()}>
          {t('lock.approve')}
        </Button>
        <Button onPress={() => void refuse()}>{t('lock.deny')}</Button>
      </div>
    </section>
  )
}
