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
  'session_expired', // 4025
  'token_malformed',
  'token_unsigned',
  'wrong_alg',
  'wrong_typ',
  'wrong_kid',
  'bad_signature',
  'wrong_issuer',
  'token_not_yet',
  'token_lifetime',
  'unbound_capability',
  'cnf_malformed',
  'user_deleted', // 4037
  'api_key_revoked',
] as const satisfies readonly ErrorCode[]

export type RelayCode = (typeof refusals)[number]

export const closeCodeOf = (code: RelayCode): number => 4000 + refusals.indexOf(code)

/** Null: not a refusal of the relay. */
export const relayCodeOf = (close: number): RelayCode | null => refusals[close - 4000] ?? null

/** Whether a code that was read elsewhere has a close code of its own. */
export const isRelayCode = (code: string): code is RelayCode => refusals.some((one) => one === code)
