import { useState } from 'preact/hooks'
import type { Device } from '../../shared/wire/identity.ts'
import { segment } from '../api/daemon.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'

/** The account's devices, each with the act that ends it. */
export function DeviceList() {
  const { state } = usePage()
  const devices = useRead(() => state.authority.ask((api) => api.v1.devices.get()), [])
  const [retiring, setRetiring] = useState<Device | null>(null)
  if (devices.is === 'loading') return <Skeleton lines={3} />
  if (devices.is === 'failed') {
    return (
      <p class="section-words">
        {errorWords(devices.code)}{' '}
        <Button look="bare" onPress={devices.again}>
          {t('part.again')}
        </Button>
      </p>
    )
  }
  const retire = async (device: Device) => {
    const asked = await state.authority.ask((api) => api.v1.devices({ device: segment(device.id) }).delete())
    if (asked.ok) devices.again()
    return asked
  }
  return (
    <>
      <ul class="devices">
        {devices.value.map((device) => (
          <DeviceRow key={device.id} device={device} onRetire={() => setRetiring(device)} />
        ))}
      </ul>
      {retiring && (
        <ConfirmSheet
          title={t('devices.retire_title', { name: retiring.name })}
          act={t('devices.retire')}
          onAct={() => retire(retiring)}
          onClose={() => setRetiring(null)}
        >
          <p>{t('devices.retire_words')}</p>
          {retiring.current && <p>{t('devices.retire_this')}</p>}
        </ConfirmSheet>
      )}
    </>
  )
}

function DeviceRow({ device, onRetire }: { device: Device; onRetire: () => void }) {
  const { now } = usePage()
  return (
    <ListRow
      title={device.name}
      note={device.current ? t('devices.this') : undefined}
      detail={t('devices.used', { when: agoWords(device.usedAt, now.value) })}
      tail={
        <Button look="bare" onPress={onRetire}>
          {t('devices.retire')}
        </Button>
      }
    />
  )
}
