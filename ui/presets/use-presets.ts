import { ok } from '../../shared/errors.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import type { Preset, System } from '../../shared/wire/preset.ts'
import { unwrap } from '../api/unwrap.ts'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'

export interface Kept {
  presets: Preset[]
  systems: System[]
  agents: Agent[]
}

/** What the machine keeps of presets and of what they are made of. */
export const usePresets = (link: MachineLink) =>
  useRead(async () => {
    const { v1 } = link.daemon
    const [presets, systems, agents] = await Promise.all([
      unwrap(v1.presets.get()),
      unwrap(v1.systems.get()),
      unwrap(v1.agents.get()),
    ])
    if (!presets.ok) return presets
    if (!systems.ok) return systems
    if (!agents.ok) return agents
    return ok<Kept>({ presets: presets.value, systems: systems.value, agents: agents.value })
  }, [link, link.circuit.state.value.is])
