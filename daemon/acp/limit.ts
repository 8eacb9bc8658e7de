/**
 * Until when a provider takes nothing more, from an error that says so: in fields of its own, in the provider's JSON
 * that an agent hands on, or in an agent's words that its vendor file can read. Null: it does not say.
 */
import { SECOND_MS } from '../../shared/time.ts'
import { at, type Fields, isFields, listOf, numberOf, textOf } from './json.ts'
import type { RpcError } from './message.ts'
import type { Vendor } from './vendor.ts'

/** `now` and the answer are in milliseconds since 1970. */
export function limitedUntil(vendor: Vendor, error: RpcError, now: number): number | null {
  const said = [
    { code: error.code, ...fieldsIn(error.data) },
    error.message,
    textOf(at(error.data, 'message')),
  ]
  for (const part of said) {
    const fields = isFields(part) ? part : fieldsIn(part)
    const until = isLimit(fields) ? untilIn(fields, now) : null
    if (until !== null) return until
  }
  return vendor.limitUntil?.(error, now) ?? null
}

const TOO_MANY_REQUESTS = 429
const LIMIT_WORDS = new Set<unknown>([
  'RESOURCE_EXHAUSTED',
  'rate_limit_error',
  'rate_limit_exceeded',
  'usage_limit_reached',
  'rate_limit',
])

const isLimit = ({ code, status, type, errorKind }: Fields): boolean =>
  code === TOO_MANY_REQUESTS || [code, status, type, errorKind].some((word) => LIMIT_WORDS.has(word))

/** An object, or the `error` of one that came as text. */
function fieldsIn(value: unknown): Fields {
  if (isFields(value)) return value
  if (typeof value !== 'string' || !value.startsWith('{')) return {}
  try {
    const read: unknown = JSON.parse(value)
    const inner = at(read, 'error')
    return isFields(inner) ? inner : isFields(read) ? read : {}
  } catch {
    return {} // words that begin with a brace
  }
}

function untilIn(fields: Fields, now: number): number | null {
  const wait =
    numberOf(fields.resets_in_seconds) ?? numberOf(fields.retry_after) ?? numberOf(fields.retryAfter)
  const delay =
    wait ??
    listOf(fields.details)
      .map(retryDelay)
      .find((one) => one !== undefined)
  const instant = numberOf(fields.resets_at) ?? numberOf(fields.resetsAt)
  const until = instant === undefined ? (delay === undefined ? null : now + delay * SECOND_MS) : inMs(instant)
  return until !== null && until > now ? until : null
}

/** `google.rpc.RetryInfo`: a number of seconds with an `s`. */
function retryDelay(detail: unknown): number | undefined {
  const [, seconds] = /^(\d{1,9}(?:\.\d+)?)s$/.exec(textOf(at(detail, 'retryDelay')) ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Instants come in seconds or in milliseconds: no limit lasts into the year 5138. */
const inMs = (instant: number): number => (instant < 1e11 ? instant * SECOND_MS : instant)
