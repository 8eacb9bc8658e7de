import type { ErrorCode } from '../../shared/errors.ts'

/** How this tab reaches one machine. */
export type CircuitState =
  /** Nobody asked for it yet, or it was let go. */
  | { is: 'idle' }
  /** `attempt` counts from 1; above it the connection was lost or not had. `nextAt` while it waits for the next try. */
  | { is: 'connecting'; attempt: number; nextAt: number | null }
  | { is: 'connected' }
  /** The machine holds no tunnel. It is tried again all the time. */
  | { is: 'offline'; since: number }
  /**
   * The machine's lock does not know this device: a person types this code on one that it knows, or scans there what
   * this one shows of `scan`, `PENDING.SECRET`.
   */
  | { is: 'not_approved'; code: string; scan: string }
  /** The authority names another key than the one that was taken (null: a pairing that it could not prove). */
  | { is: 'key_changed'; pinned: string | null; offered: string }
  | { is: 'signed_out' }
  /** What time does not cure: `retry` asks again. */
  | { is: 'refused'; code: ErrorCode }

const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'accept_timeout',
  'authority_unreachable',
  'circuit_limit',
  'circuit_lost',
  'connection_lost',
  'displaced',
  'expired',
  'idle',
  'internal',
  'machine_offline',
  'over_budget',
  'overloaded',
  'protocol_error',
  'revoked',
  'server_shutdown',
  'shutting_down',
  'stale_capability',
  'throttled',
  'timeout',
  'token_expired',
  'token_not_yet',
  'too_many_sockets',
  'too_many_streams',
])

/** Whether the same may succeed a little later, though nobody did anything. */
export const isPassing = (code: ErrorCode): boolean => PASSING.has(code)
