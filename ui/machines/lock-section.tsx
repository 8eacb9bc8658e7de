import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { LockDevice } from '../../shared/wire/lock.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Sheet } from '../parts/sheet.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { PendingRow } from './pending-row.tsx'
import { useLock } from './use-lock.ts'

/** The devices that the machine lets in by its own list, and those that wait for a person. */
export function LockSection({ link, machine }: { link: MachineLink; machine: string }) {
  const lock = useLock(link)
  const [leaving, setLeaving] = useState<LockDevice | null>(null)
  if (lock.is === 'loading') return <Skeleton lines={3} />
  if (lock.is === 'failed') return <p class="section-words">{errorWords(lock.code)}</p>
  const { on, devices, pending } = lock.value
  return (
    <>
      <p class="section-words">{on ? t('lock.words', { machine }) : t('lock.off')}</p>
      <ul class="plain-rows">
        {pending.map((device) => (
          <PendingRow key={device.id} link={link} device={device} onDone={lock.again} />
        ))}
        {devices.map((device) => (
          <DeviceRow key={device.key} device={device} onRemove={() => setLeaving(device)} />
        ))}
      </ul>
      {leaving && <RemoveSheet device={leaving} machine={machine} onClose={() => setLeaving(null)} />}
    </>
  )
}

function DeviceRow({ device, onRemove }: { device: LockDevice; onRemove: () => void }) {
  const { state, now } = usePage()
  const account = state.account.account.value
  const own =
    account.is === 'signed_in' && account.device.is === 'ready' ? account.device.key.publicKey : null
  return (
    <ListRow
      title={cleanLabel(device.name)}
      note={device.key === own ? t('devices.this') : undefined}
      detail={t('lock.since', {
        may: device.scopes.includes('session:write') ? t('lock.may_write') : t('lock.may_read'),
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

/** The list is the machine's: no browser takes another device off it. */
function RemoveSheet({
  device,
  machine,
  onClose,
}: {
  device: LockDevice
  machine: string
  onClose: () => void
}) {
  const command = `fairlead devices remove ${device.key}`
  return (
    <Sheet title={t('lock.remove_title', { name: cleanLabel(device.name) })} onClose={onClose}>
      <p>{t('lock.remove_here', { machine })}</p>
      <p class="copy-line">
        <code>{command}</code>
        <CopyButton text={command} />
      </p>
      <p>
        {t('lock.retire')} <a href="#/settings">{t('settings.title')}</a>
      </p>
    </Sheet>
  )
}
