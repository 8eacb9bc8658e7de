import type { LockDevice } from '../../shared/wire/lock.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'

export interface RemoveDeviceSheetProps {
  title: string
  link: MachineLink
  /** Its name. */
  machine: string
  device: LockDevice
  /** It is this browser. */
  isThis: boolean
  onClose: () => void
}

/** Takes a device off the machine's list. The last one that could approve another is taken off at the machine only. */
export function RemoveDeviceSheet({ title, link, machine, device, isThis, onClose }: RemoveDeviceSheetProps) {
  const attempt = useAttempt()
  const at = link.daemon.v1.lock.devices({ key: segment(device.key) })
  const remove = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(at.delete()))) onClose()
  }
  const command = `fairlead devices remove ${device.key}`
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{t('part.cancel')}</Button>
          <Button look="ink" busy={attempt.busy} onPress={() => void remove()}>
            {t('lock.remove')}
          </Button>
        </>
      }
    >
      <p>{t('lock.remove_words', { machine })}</p>
      {isThis && <p>{t('lock.remove_this', { machine })}</p>}
      <p>
        {t('lock.retire')} <a href="#/settings/devices">{t('settings.title')}</a>
      </p>
      <Refusal error={attempt.refused}>
        {attempt.refused?.code === 'last_approver' && (
          <>
            <p>{t('lock.remove_on_machine', { machine })}</p>
            <p class="copy-line">
              <code>{command}</code>
              <CopyButton text={command} />
            </p>
          </>
        )}
      </Refusal>
    </Sheet>
  )
}
