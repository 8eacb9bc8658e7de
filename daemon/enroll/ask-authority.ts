/** The few HTTP requests that a daemon makes to its authority: it enrolls, takes new keys, and reads key statements. */
import { AppError, type ErrorCode, errorCodes, ok, type Result, refuse } from '../../shared/errors.ts'
import { type Static, type TSchema, Value } from '../../shared/typebox.ts'
import { ErrorEnvelope } from '../../shared/wire/envelope.ts'
import { type Enroll, Enrolled } from '../../shared/wire/machine.ts'

export interface AskAuthorityDeps {
  fetch(url: string, init: RequestInit): Promise<Response>
  ms: number
  bytes: number
}

/** `POST /v1/enroll` at `origin`. */
export const askAuthority = (
  deps: AskAuthorityDeps,
  origin: string,
  body: Enroll,
): Promise<Result<Enrolled>> => requestAuthority(deps, { origin, path: '/v1/enroll', body }, Enrolled)

/**
 * One request; a body makes it a POST. The deadline covers the answer's body too; a redirect is refused, because it would
 * name another authority than the one a person agreed to. `authority_unreachable`: what became of it is not known.
 */
export async function requestAuthority<T extends TSchema>(
  deps: AskAuthorityDeps,
  { origin, path, body }: { origin: string; path: string; body?: object },
  schema: T,
): Promise<Result<Static<T>>> {
  const answer = await request(deps, `${origin}${path}`, body)
  if (!answer.ok) return answer
  const { status, value } = answer.value
  if (status === 200 && Value.Check(schema, value)) return ok(value)
  if (Value.Check(ErrorEnvelope, value) && isCode(value.error.code)) {
    return refuse(value.error.code, value.error.message, value.error.detail)
  }
  return refuse(
    'authority_unreachable',
    `what answers at ${origin} is no authority of this version (${status})`,
  )
}

/** The address of an authority as a person gave it: https, or http on this host. */
export function authorityOrigin(text: string, isLoopback: (host: string) => boolean): Result<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(host)))) {
    return refuse('invalid_request', 'the authority’s address is https, or http on this host')
  }
  return ok(url.origin)
}

async function request(
  deps: AskAuthorityDeps,
  url: string,
  body: object | undefined,
): Promise<Result<{ status: number; value: unknown }>> {
  const posted = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  try {
    const response = await deps.fetch(url, {
      ...posted,
      redirect: 'manual',
      signal: AbortSignal.timeout(deps.ms),
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return refuse(
        'authority_unreachable',
        'the authority answered with another address; it was not followed',
      )
    }
    return ok({ status: response.status, value: await readBounded(response, deps.bytes) })
  } catch (cause) {
    // Whatever the network or the body did: there is no answer, and what was asked may have been done or not.
    const error = new AppError('authority_unreachable', 'the authority did not answer', undefined, { cause })
    return { ok: false, error }
  }
}

/** The body as JSON; undefined for one that is too long or no JSON. */
async function readBounded(response: Response, most: number): Promise<unknown> {
  let text = ''
  let bytes = 0
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > most) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
