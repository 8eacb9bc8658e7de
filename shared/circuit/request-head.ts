/**
 * The head of a request, JSON {method, path, headers}. A path that could mean another place than it says is refused,
 * never repaired: what is served is `http://machine` and then exactly these characters.
 */
import { utf8 } from '../bytes.ts'
import { type Result, refuse } from '../errors.ts'
import { CIRCUIT_HEAD_BYTES } from '../limits.ts'
import { type HeaderList, parseHeaders, REQUEST_HEADERS } from './header-list.ts'
import { parseObject } from './reason.ts'

/** Elysia finds the path after the eleventh character, so the host has four or more. */
export const MACHINE_ORIGIN = 'http://machine'

export interface RequestHead {
  method: string
  /** Path and query. */
  path: string
  headers: HeaderList
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const VISIBLE = /^\/[\x21-\x7e]*$/
/** A segment of one or two dots, plain or escaped. */
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i
const BAD_ESCAPE = /%(?![0-9a-f]{2})/i

/** Why `path` is refused, or null. */
function pathFault(path: string): string | null {
  if (!VISIBLE.test(path)) return 'a path begins with a slash and is visible ASCII'
  if (path.includes('\\') || path.includes('#')) return 'a path has no backslash and no fragment'
  const [name = ''] = path.split('?', 1)
  if (name.includes('//')) return 'a path has no empty segments'
  if (DOTS.test(name)) return 'a path has no dot segments'
  if (BAD_ESCAPE.test(name)) return 'a path has whole escapes'
  const url = URL.parse(MACHINE_ORIGIN + path)
  return url?.href === MACHINE_ORIGIN + path ? null : 'a path means what it says'
}

function checkHead(method: unknown, path: unknown, headers: unknown): Result<RequestHead> {
  if (typeof method !== 'string' || !METHODS.has(method)) return refuse('invalid_request', 'not a method')
  if (typeof path !== 'string') return refuse('invalid_request', 'no path')
  const fault = pathFault(path)
  if (fault !== null) return refuse('invalid_request', fault)
  const checked = parseHeaders(headers, REQUEST_HEADERS)
  if (!checked.ok) return checked
  return { ok: true, value: { method, path, headers: checked.value } }
}

export function parseRequestHead(payload: Uint8Array): Result<RequestHead> {
  const value = parseObject(payload)
  if (value === null || !('method' in value) || !('path' in value) || !('headers' in value)) {
    return refuse('invalid_request', 'a head is {method, path, headers}')
  }
  return checkHead(value.method, value.path, value.headers)
}

/** The head of what `request` asks of {@link MACHINE_ORIGIN}; held to the same rules as one that comes in. */
export function encodeRequestHead({ method, url, headers }: Request): Result<Uint8Array> {
  if (!url.startsWith(`${MACHINE_ORIGIN}/`)) return refuse('invalid_request', 'not a path of the machine')
  const checked = checkHead(method, url.slice(MACHINE_ORIGIN.length), Object.fromEntries(headers))
  if (!checked.ok) return checked
  const head = utf8(JSON.stringify(checked.value))
  if (head.length > CIRCUIT_HEAD_BYTES) {
    return refuse('head_too_large', `a head has at most ${CIRCUIT_HEAD_BYTES} bytes`)
  }
  return { ok: true, value: head }
}
