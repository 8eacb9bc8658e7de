import type { AppState } from '../state/app-state.ts'
import type { MachineLink } from '../state/machine.ts'

export interface SessionScreenProps {
  state: AppState
  /** The machine of the route: `state.machines.value?.link(id)`. */
  machine: MachineLink
  /** The session's id. */
  session: string
}

/** One session: what was said, what waits for the person, and where to write. Fills the box that it is put into. */
export function SessionScreen({ session }: SessionScreenProps) {
  return <section class="session">{session}</section>
}
