/**
 * JSON-RPC 2.0, one message a line, both ways. Reads what agents send and not more: batches are malformed, `jsonrpc`
 * is not insisted on, ids are kept verbatim (string, number or null), `method` and `params` are whatever they are.
 */
import { nestedDeeper } from '../../shared/json-depth.ts'
import { daemonLimits } from '../limits.ts'
import type { JsonRpcId } from './change.ts'
import { type Fields, isFields, jsonText } from './json.ts'

export interface RpcError {
  code: number
  message: string
  data?: unknown
}

export type Outcome = { ok: true; result: unknown } | { ok: false; error: RpcError }

export type Message =
  | { kind: 'request'; id: JsonRpcId; method: string; params: unknown }
  | { kind: 'notification'; method: string; params: unknown }
  | { kind: 'response'; id: JsonRpcId; outcome: Outcome }
  | { kind: 'malformed'; text: string }
  | { kind: 'blank' }

export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** ACP: what a request names is not there. */
export const RESOURCE_NOT_FOUND = -32002

/** Never throws: what cannot be understood is `malformed` with the line as it came. */
export function readMessage(line: string): Message {
  if (line.trim() === '') return { kind: 'blank' }
  const malformed: Message = { kind: 'malformed', text: line }
  if (nestedDeeper(line, daemonLimits.jsonDepth)) return malformed
  const parsed = parse(line)
  if (!isFields(parsed)) return malformed
  const named = Object.hasOwn(parsed, 'id')
  if (named && !isId(parsed.id)) return malformed
  const id = isId(parsed.id) ? parsed.id : null
  const { method, params } = parsed
  if (typeof method === 'string') {
    return named ? { kind: 'request', id, method, params } : { kind: 'notification', method, params }
  }
  const outcome = named ? outcomeOf(parsed) : null
  return outcome === null ? malformed : { kind: 'response', id, outcome }
}

export const requestLine = (id: JsonRpcId, method: string, params: unknown): string =>
  line({ id, method, params })

export const notificationLine = (method: string, params: unknown): string => line({ method, params })

/** `result` null where there is nothing to say: a response without the member would be no response. */
export const resultLine = (id: JsonRpcId, result: unknown): string => line({ id, result: result ?? null })

export const errorLine = (id: JsonRpcId, code: number, message: string, data?: unknown): string =>
  line({ id, error: data === undefined ? { code, message } : { code, message, data } })

const line = (members: Fields): string => jsonText({ jsonrpc: '2.0', ...members }) + '\n'

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined // not JSON: an agent's stray output, which the caller counts and shows
  }
}

// A number that JSON text cannot carry back unchanged would answer somebody else's request.
const isId = (value: unknown): value is JsonRpcId =>
  value === null ||
  typeof value === 'string' ||
  (typeof value === 'number' &&
    Number.isFinite(value) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value)))

function outcomeOf(message: Fields): Outcome | null {
  if (message.error !== undefined && message.error !== null)
    return { ok: false, error: errorOf(message.error) }
  return Object.hasOwn(message, 'result') ? { ok: true, result: message.result } : null
}

function errorOf(value: unknown): RpcError {
  if (!isFields(value))
    return { code: INTERNAL_ERROR, message: typeof value === 'string' ? value : jsonText(value) }
  const code = typeof value.code === 'number' ? value.code : INTERNAL_ERROR
  const message = typeof value.message === 'string' ? value.message : ''
  return value.data === undefined ? { code, message } : { code, message, data: value.data }
}
