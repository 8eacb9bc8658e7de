import { useId, useState } from 'preact/hooks'
import { readLockCode } from '../../shared/noise/pairing.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { PendingDevice } from '../../shared/wire/lock.ts'
import { segment } from '../api/daemon.ts'
import { errorWords } from '../api/error-words.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Dot } from '../parts/dot.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'
import { isOfOther } from './lock-words.ts'

/** A device that waits: its code is read there and typed here, so that nobody in between can be approved instead. */
export function PendingRow({
  link,
  device,
  onDone,
}: {
  link: MachineLink
  device: PendingDevice
  onDone: () => void
}) {
  const { state, now } = usePage()
  const id = useId()
  const attempt = useAttempt()
  const [typed, setTyped] = useState('')
  const code = readLockCode(typed)
  const at = link.daemon.v1.lock.pending({ pending: segment(device.id) })
  const run = async (act: Parameters<typeof attempt.run>[0]): Promise<void> => {
    await attempt.run(act)
    onDone()
  }
  return (
    <li class="pending">
      <p class="pending-name">
        <Dot state="needs_you" />
        <b>{cleanLabel(device.name)}</b>
        <span>{t('lock.waits', { when: agoWords(device.since, now.value) })}</span>
        {isOfOther(state.account.account.value, device.sub) && <span>{t('lock.other_account')}</span>}
      </p>
      <form
        class="pending-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== null) void run(() => unwrap(at.approval.post({ code })))
        }}
      >
        <label class="field-label" for={id}>
          {t('lock.code')}
        </label>
        <input
          id={id}
          class="input pending-code"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed}
          aria-describedby={`${id}-said`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button look="ink" submit busy={attempt.busy} disabled={code === null}>
          {t('lock.approve')}
        </Button>
        <Button onPress={() => void run(() => unwrap(at.delete()))}>{t('lock.deny')}</Button>
      </form>
      <p id={`${id}-said`} class="field-error" role="alert">
        {attempt.refused &&
          [errorWords(attempt.refused.code), t('lock.tries', { count: device.triesLeft })].join(' ')}
      </p>
    </li>
  )
}
