/** The one honest pill: how things stand between this page and what it shows. */
import type { ErrorCode } from '../../shared/errors.ts'
import type { CircuitState } from '../api/circuit-state.ts'
import type { Account } from './account.ts'

export type Connection =
  | { is: 'connected' }
  /** The first try is under way. */
  | { is: 'connecting' }
  /** `attempt` counts from 1. */
  | { is: 'reconnecting'; attempt: number }
  | { is: 'offline'; since: number }
  | { is: 'not_approved'; code: string }
  | { is: 'key_changed' }
  | { is: 'signed_out'; why: ErrorCode | null }
  | { is: 'authority_unreachable' }
  | { is: 'refused'; code: ErrorCode }

/** `circuit`: the machine on the screen; null: none is. `listed`: why the list of machines may be behind. */
export function connectionOf(
  account: Account,
  circuit: CircuitState | null,
  listed: ErrorCode | null,
): Connection {
  if (account.is === 'signed_out') return { is: 'signed_out', why: account.why }
  if (account.is === 'unreachable') return { is: 'authority_unreachable' }
  if (circuit === null) return listed === null ? { is: 'connected' } : { is: 'authority_unreachable' }
  switch (circuit.is) {
    case 'idle':
      return { is: 'connecting' }
    case 'connecting':
      return circuit.attempt === 1
        ? { is: 'connecting' }
        : { is: 'reconnecting', attempt: circuit.attempt - 1 }
    case 'connected':
      return { is: 'connected' }
    case 'offline':
      return { is: 'offline', since: circuit.since }
    case 'not_approved':
      return { is: 'not_approved', code: circuit.code }
    case 'key_changed':
      return { is: 'key_changed' }
    case 'signed_out':
      return { is: 'signed_out', why: null }
    case 'refused':
      return { is: 'refused', code: circuit.code }
  }
}
