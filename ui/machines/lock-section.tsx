import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { LockDevice } from '../../shared/wire/lock.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { lazySheet } from '../parts/lazy-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { isOfOther, mayWords } from './lock-words.ts'
import { PendingRow } from './pending-row.tsx'
import { useLock } from './use-lock.ts'

const RemoveDeviceSheet = lazySheet(() =>
  import('./remove-device-sheet.tsx').then((part) => part.RemoveDeviceSheet),
)
const TurnLockSheet = lazySheet(() => import('./turn-lock-sheet.tsx').then((part) => part.TurnLockSheet))

/** The devices that the machine lets in by its own list, and those that wait for a person. */
export function LockSection({ link, machine }: { link: MachineLink; machine: string }) {
  const lock = useLock(link)
  const own = useOwnKey()
  const [leaving, setLeaving] = useState<LockDevice | null>(null)
  const [turning, setTurning] = useState<boolean | null>(null)
  if (lock.is === 'loading') return <Skeleton lines={3} />
  if (lock.is === 'failed') return <p class="section-words">{errorWords(lock.code)}</p>
  const { on, devices, pending } = lock.value
  const close = (): void => {
    setLeaving(null)
    setTurning(null)
    lock.again()
  }
  return (
    <>
      <p class="section-words">{on ? t('lock.words', { machine }) : t('lock.off')}</p>
      <ul class="plain-rows">
        {pending.map((device) => (
          <PendingRow key={device.id} link={link} device={device} onDone={lock.again} />
        ))}
        {devices.map((device) => (
          <DeviceRow
            key={`${device.key} ${device.sub}`}
            device={device}
            isThis={device.key === own}
            onRemove={() => setLeaving(device)}
          />
        ))}
      </ul>
      <div class="section-acts">
        <Button onPress={() => setTurning(!on)}>{on ? t('lock.turn_off') : t('lock.turn_on')}</Button>
      </div>
      {leaving && (
        <RemoveDeviceSheet
          title={t('lock.remove_title', { name: cleanLabel(leaving.name) })}
          link={link}
          machine={machine}
          device={leaving}
          isThis={leaving.key === own}
          onClose={close}
        />
      )}
      {turning !== null && (
        <TurnLockSheet
          title={turning ? t('lock.on_title') : t('lock.off_title', { machine })}
          link={link}
          machine={machine}
          on={turning}
          onClose={close}
        />
      )}
    </>
  )
}

/** The key of this browser, as the machine's list has it. */
function useOwnKey(): string | null {
  const account = usePage().state.account.account.value
  return account.is === 'signed_in' && account.device.is === 'ready' ? account.device.key.publicKey : null
}

interface DeviceRowProps {
  device: LockDevice
  isThis: boolean
  onRemove: () => void
}

function DeviceRow({ device, isThis, onRemove }: DeviceRowProps) {
  const { state, now } = usePage()
  const other = isOfOther(state.account.account.value, device.sub) ? t('lock.other_account') : undefined
  return (
    <ListRow
      title={cleanLabel(device.name)}
      note={isThis ? t('devices.this') : other}
      detail={t('lock.since', {
        may: mayWords(device.scopes),
        when: agoWords(device.approvedAt, now.value),
      })}
      tail={
        <Button look="bare" onPress={onRemove}>
          {t('lock.remove')}
        </Button>
      }
    />
  )
}
