/** WebSocket close codes of a refusal: 4000 and a number that a code keeps for good. Append only. */
import type { ErrorCode } from '../errors.ts'

const refusals = [
  'invalid_request', // 4000
  'unauthenticated',
  'version_unsupported',
  'machine_offline',
  'machine_revoked',
  'stale_capability',
  'token_expired',
  'token_invalid',
  'user_disabled',
  'session_revoked',
  'device_revoked',
  'over_limit', // 4011
  'circuit_limit',
  'too_many_sockets',
  'over_budget',
  'revoked',
  'displaced',
  'idle',
  'expired',
  'connection_lost', // 4019
  'server_shutdown',
  'accept_timeout',
  'owner_disabled',
  'grant_missing',
  'remote_chat_off',
] as const satisfies readonly ErrorCode[]

export type RelayCode = (typeof refusals)[number]

export const closeCodeOf = (code: RelayCode): number => 4000 + refusals.indexOf(code)

/** Null: not a refusal of the relay. */
export const relayCodeOf = (close: number): RelayCode | null => refusals[close - 4000] ?? null
