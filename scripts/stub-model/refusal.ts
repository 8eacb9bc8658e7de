/** An error as each API words it. */
import type { Api } from './turn.ts'

const ANTHROPIC = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
])
const GEMINI = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [503, 'UNAVAILABLE'],
])

export function refusal(api: Api, status: number): unknown {
  const message = `stub error ${status}`
  if (api === 'anthropic') {
    return { type: 'error', error: { type: ANTHROPIC.get(status) ?? 'api_error', message } }
  }
  if (api === 'gemini') return { error: { code: status, message, status: GEMINI.get(status) ?? 'INTERNAL' } }
  const code = status === 401 ? 'invalid_api_key' : null
  return { error: { message, type: openAiType(status), code, param: null } }
}

function openAiType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}
