import type { Endpoint } from '../circuit/endpoint.ts'
import { AppError, ok, type Result } from '../errors.ts'
import { type Clock, SECOND_MS, type Timer } from '../time.ts'
import type { Ticket } from './open-circuit.ts'

export interface RenewalDeps {
  endpoint: Endpoint
  ticket: Ticket
  newTicket(): Promise<Result<Ticket>>
  clock: Clock
  limits: { renewBeforeMs: number; renewAgainMs: number }
}

export interface Renewals {
  /** Shows a capability of this moment; whatever is asked after it is judged by that one. */
  now(): Promise<Result<null>>
}

/** Shows the machine a new capability before the old one ends, for as long as the circuit is open. */
export function keepRenewed({ endpoint, ticket, newTicket, clock, limits }: RenewalDeps): Renewals {
  let timer: Timer | null = null
  let shownUntil = ticket.expiresAt
  const isOpen = (): boolean => endpoint.state.status === 'open'
  // Another key means another machine: this circuit ends with its capability, and the next one is judged anew.
  const isSame = ({ machineKey }: Ticket): boolean => machineKey === ticket.machineKey

  function show({ capability, expiresAt }: Ticket): void {
    endpoint.renew(capability)
    shownUntil = expiresAt
  }

  function plan(ms: number): void {
    timer = clock.after(ms, () => void renew())
  }

  async function renew(): Promise<void> {
    const next = await newTicket()
    if (!isOpen()) return
    if (!next.ok) return plan(limits.renewAgainMs)
    if (!isSame(next.value)) return
    if (next.value.expiresAt > shownUntil) show(next.value)
    plan(untilDue(next.value))
  }

  const untilDue = ({ expiresAt }: Ticket): number =>
    Math.max(limits.renewAgainMs, expiresAt - clock.now() - limits.renewBeforeMs)

  async function now(): Promise<Result<null>> {
    for (;;) {
      const next = await newTicket()
      if (!next.ok) return next
      if (!isOpen() || !isSame(next.value)) {
        return { ok: false, error: new AppError('circuit_lost', 'the circuit ended meanwhile') }
      }
      if (next.value.expiresAt > shownUntil) {
        show(next.value)
        return ok(null)
      }
      // Capabilities end on whole seconds, and a machine takes only one that ends later than what it was shown.
      await new Promise<void>((resolve) => void clock.after(SECOND_MS, resolve))
    }
  }

  plan(untilDue(ticket))
  void endpoint.closed.then(() => timer?.cancel())
  return { now }
}
