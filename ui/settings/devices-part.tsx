import { t } from '../locale/t.ts'
import { DeviceList } from './device-list.tsx'

export function DevicesPart() {
  return (
    <>
      <p class="section-words">{t('devices.words')}</p>
      <DeviceList />
    </>
  )
}
