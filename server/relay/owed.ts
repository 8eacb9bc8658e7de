/** Key statements and revocations on their way to one machine: said until it acknowledges them, oldest first. */
import type { TunnelOrder } from '../../shared/relay/messages.ts'
import type { RelayLimits } from './limits.ts'
import type { Authorization } from './ports.ts'

type What = 'statement' | 'revoked'

export interface Owed {
  /** What was not said yet; with `again` also what was said and not acknowledged. */
  say(again: boolean): void
  /** Only what was said on this tunnel can be acknowledged on it. */
  acknowledged(what: What, number: number): void
}

export function createOwed(
  { authorization, limits }: { authorization: Authorization; limits: RelayLimits },
  machine: string,
  send: (order: TunnelOrder) => boolean,
): Owed {
  const underWay = new Set<string>()
  const say = (again: boolean): void => {
    for (const [key, order] of owedTo(authorization, machine)) {
      if (underWay.has(key) && !again) continue
      if (!underWay.has(key) && underWay.size >= limits.ordersUnderWay) return
      underWay.add(key)
      if (!send(order)) return
    }
  }
  return {
    say,
    acknowledged(what, number) {
      if (!underWay.delete(`${what} ${number}`)) return
      if (what === 'statement') authorization.statementAcked(machine, number)
      else authorization.revocationAcked(machine, number)
      if (underWay.size === 0) say(false)
    },
  }
}

function owedTo(authorization: Authorization, machine: string): [string, TunnelOrder][] {
  const statements = authorization
    .statementsFor(machine)
    .map(({ number, jws }): [string, TunnelOrder] => [`statement ${number}`, { t: 'statement', jws }])
  const revocations = authorization
    .revocationsFor(machine)
    .map((one): [string, TunnelOrder] => [`revoked ${one.id}`, { t: 'revoked', ...one }])
  return [...statements, ...revocations]
}
