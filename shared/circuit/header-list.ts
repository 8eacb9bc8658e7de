/** The few headers that a circuit carries. Who asks is the circuit's own fact, so nothing here can say it. */
import { type AppError, refuse } from '../errors.ts'

export const REQUEST_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'range',
])

export const RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-content-type-options',
])

const VALUE = /^[\t\x20-\x7e]*$/

export type HeaderList = Record<string, string>

/** The headers of a head as they came, lower-case names and ASCII values, or why not. */
export function parseHeaders(
  value: unknown,
  allowed: ReadonlySet<string>,
): { ok: true; value: HeaderList } | { ok: false; error: AppError } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('invalid_request', 'headers are an object')
  }
  const headers: HeaderList = {}
  for (const [name, text] of Object.entries(value)) {
    if (!allowed.has(name)) return refuse('invalid_request', 'a header that a circuit does not carry')
    if (typeof text !== 'string' || !VALUE.test(text)) {
      return refuse('invalid_request', `the header ${name} is not visible ASCII`)
    }
    headers[name] = text
  }
  return { ok: true, value: headers }
}
