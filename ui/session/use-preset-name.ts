import { ok } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import { unwrap } from '../api/unwrap.ts'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'

/** What the preset of a session is called; null: it has none, or the machine has not said yet. */
export function usePresetName(link: MachineLink, preset: string | undefined): string | null {
  const isReached = link.circuit.state.value.is === 'connected'
  const read = useRead(
    async () => (preset === undefined || !isReached ? ok([]) : unwrap(link.daemon.v1.presets.get())),
    [link, preset, isReached],
  )
  const name = read.is === 'ready' ? read.value.find(({ id }) => id === preset)?.name : undefined
  return name === undefined ? null : cleanLabel(name)
}
