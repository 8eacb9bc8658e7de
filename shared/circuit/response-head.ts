/** The head of an answer, JSON {status, headers}. */
import { utf8 } from '../bytes.ts'
import { type Result, refuse } from '../errors.ts'
import { CIRCUIT_HEAD_BYTES } from '../limits.ts'
import { type HeaderList, parseHeaders, RESPONSE_HEADERS } from './header-list.ts'
import { parseObject } from './reason.ts'

export interface ResponseHead {
  /** 200 to 599. */
  status: number
  headers: HeaderList
}

/** Statuses whose answers have no body at all. */
const BODYLESS = new Set([204, 205, 304])
export const hasBody = (status: number): boolean => !BODYLESS.has(status)

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599

export function parseResponseHead(payload: Uint8Array): Result<ResponseHead> {
  const value = parseObject(payload)
  if (value === null || !('status' in value) || !('headers' in value) || !isStatus(value.status)) {
    return refuse('protocol_error', 'an answer is {status, headers}')
  }
  const headers = parseHeaders(value.headers, RESPONSE_HEADERS)
  if (!headers.ok) return refuse('protocol_error', headers.error.message)
  return { ok: true, value: { status: value.status, headers: headers.value } }
}

/** The head of `response`. Headers that a circuit does not carry stay behind: they are the socket's business. */
export function encodeResponseHead({ status, headers }: Response): Result<Uint8Array> {
  if (!isStatus(status)) return refuse('internal', 'not a status of an answer')
  const kept = [...headers].filter(([name]) => RESPONSE_HEADERS.has(name))
  const checked = parseHeaders(Object.fromEntries(kept), RESPONSE_HEADERS)
  if (!checked.ok) return refuse('internal', checked.error.message)
  const head = utf8(JSON.stringify({ status, headers: checked.value } satisfies ResponseHead))
  if (head.length > CIRCUIT_HEAD_BYTES) return refuse('internal', 'the head of the answer is too large')
  return { ok: true, value: head }
}
