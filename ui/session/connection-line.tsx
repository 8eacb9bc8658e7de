import { usePage } from '../page.ts'
import { Pill } from '../parts/pill.tsx'
import type { AppState } from '../state/app-state.ts'
import type { MachineLink } from '../state/machine.ts'

export interface ConnectionLineProps {
  state: AppState
  machine: MachineLink
}

/** Says so while the machine is not reached; what is typed and sent meanwhile is kept. */
export function ConnectionLine({ state, machine }: ConnectionLineProps) {
  const { now } = usePage()
  const connection = state.connection.value
  const onPress = (): void => {
    const needsPerson = connection.is === 'not_approved' || connection.is === 'key_changed'
    if (needsPerson) state.router.go({ at: 'machine', machine: machine.id })
    else machine.circuit.retry()
  }
  return (
    <div class="session-connection" data-connection={connection.is}>
      {connection.is !== 'connected' && <Pill connection={connection} now={now.value} onPress={onPress} />}
    </div>
  )
}
