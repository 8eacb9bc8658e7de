import { unwrap } from '../api/unwrap.ts'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'

/** What the machine can run; asked for again when it is reached again. */
export const useAgents = (link: MachineLink) =>
  useRead(() => unwrap(link.daemon.v1.agents.get()), [link, link.circuit.state.value.is])
