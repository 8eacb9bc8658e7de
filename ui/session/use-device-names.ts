import { useEffect, useMemo, useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import type { AppState } from '../state/app-state.ts'
import { type DeviceNames, noNames } from './named-devices.ts'

/** The account's devices by their ids; this one is "this browser". What cannot be read is left out. */
export function useDeviceNames({ account, authority }: AppState): DeviceNames {
  const [others, setOthers] = useState(noNames)
  const now = account.account.value
  const own = now.is === 'signed_in' && now.device.is === 'ready' ? now.device.device.id : null
  useEffect(() => {
    let wanted = true
    void authority
      .ask((api) => api.v1.devices.get())
      .then((asked) => {
        if (wanted && asked.ok) setOthers(new Map(asked.value.map(({ id, name }) => [id, name])))
      })
    return () => {
      wanted = false
    }
  }, [authority, own])
  return useMemo(
    () => (own === null ? others : new Map([...others, [own, t('session.this_browser')]])),
    [others, own],
  )
}
