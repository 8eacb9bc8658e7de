/** Whether an error says that the agent is not signed in. By code, never by words. */
import { at } from './json.ts'
import type { RpcError } from './message.ts'

/** ACP's `auth_required`. */
export const AUTH_REQUIRED = -32000

/** That, and the provider's own status where an agent hands it on. */
const AUTH_CODES = new Set([AUTH_REQUIRED, 401])

export function isAuthError(error: RpcError): boolean {
  if (AUTH_CODES.has(error.code)) return true
  const kind = at(error.data, 'errorKind') ?? at(error.data, 'codex_error_info')
  return kind === 'authentication_failed' || kind === 'unauthorized'
}
