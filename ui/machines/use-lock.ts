import { useEffect } from 'preact/hooks'
import { unwrap } from '../api/unwrap.ts'
import { uiLimits } from '../limits.ts'
import { usePage } from '../page.ts'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'

/** The machine's lock, looked at all the time: a device that waits appears by itself. */
export function useLock(link: MachineLink) {
  const { clock } = usePage()
  const lock = useRead(() => unwrap(link.daemon.v1.lock.get()), [link, link.circuit.state.value.is])
  useEffect(() => {
    const timer = clock.after(uiLimits.lockEveryMs, lock.again)
    return () => timer.cancel()
  })
  return lock
}
