import type { Endpoint } from '../circuit/endpoint.ts'
import type { Result } from '../errors.ts'
import type { Clock, Timer } from '../time.ts'
import type { Ticket } from './open-circuit.ts'

export interface RenewalDeps {
  endpoint: Endpoint
  ticket: Ticket
  newTicket(): Promise<Result<Ticket>>
  clock: Clock
  limits: { renewBeforeMs: number; renewAgainMs: number }
}

/** Shows the machine a new capability before the old one ends, for as long as the circuit is open. */
export function keepRenewed({ endpoint, ticket, newTicket, clock, limits }: RenewalDeps): void {
  let timer: Timer | null = null
  const isOpen = (): boolean => endpoint.state.status === 'open'

  function plan(ms: number): void {
    timer = clock.after(ms, () => void renew())
  }

  async function renew(): Promise<void> {
    const next = await newTicket()
    if (!isOpen()) return
    // Another key means another machine: this circuit ends with its capability, and the next one is judged anew.
    if (next.ok && next.value.machineKey !== ticket.machineKey) return
    if (!next.ok) return plan(limits.renewAgainMs)
    endpoint.renew(next.value.capability)
    plan(untilDue(next.value))
  }

  const untilDue = ({ expiresAt }: Ticket): number =>
    Math.max(limits.renewAgainMs, expiresAt - clock.now() - limits.renewBeforeMs)

  plan(untilDue(ticket))
  void endpoint.closed.then(() => timer?.cancel())
}
