/**
 * `fetch` through a circuit: the whole of what a client needs. It rejects only for what its caller did (an abort, a
 * request that cannot be made); its own failures are answers with our envelope, because Eden makes a 503 of a
 * rejection. A GET whose head has not come is asked again on a new circuit; nothing else is ever sent twice.
 */
import { utf8 } from '../bytes.ts'
import { AppError, type Result } from '../errors.ts'
import { CIRCUIT_REPLAYS } from '../limits.ts'
import { readableBody, sendBody } from './body.ts'
import type { Endpoint } from './endpoint.ts'
import { encodeRequestHead } from './request-head.ts'
import { hasBody, parseResponseHead } from './response-head.ts'
import type { CircuitStream } from './stream.ts'

/**
 * The circuit to ask on: the open one, or a new one. It does not reject; what it refuses with is the answer:
 * `machine_offline`, `machine_key_changed`, `device_not_approved`, `revoked` and the like.
 */
export type Connect = () => Promise<Result<Endpoint>>

interface Asked {
  head: Uint8Array
  method: string
  body: Uint8Array | ReadableStream<unknown> | null
  signal: AbortSignal
  /** A GET that nobody takes for a stream. */
  replays: boolean
}

type Outcome =
  | { is: 'answer'; response: Response }
  /** Nothing was sent. */
  | { is: 'unsent' }
  | { is: 'cut'; error: AppError; sent: boolean }

const CANCELLED = { code: 'cancelled', message: 'the one who asked left' }

const envelope = (error: AppError): Response => Response.json(error.body(), { status: error.status })

export function createCircuitFetch(connect: Connect): typeof fetch {
  async function circuitFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    // Bun leaves this to its socket.
    if (typeof init?.body === 'string' && !request.headers.has('content-type')) {
      request.headers.set('content-type', 'text/plain;charset=UTF-8')
    }
    const head = encodeRequestHead(request)
    if (!head.ok) return envelope(head.error)
    const { method, signal } = request
    const isStream = request.headers.get('accept')?.includes('text/event-stream') ?? false
    const replays = method === 'GET' && !isStream
    return answer(connect, { head: head.value, method, body: bodyOf(request, init), signal, replays })
  }
  return Object.assign(circuitFetch, { preconnect() {} })
}

/** Bytes as they are, without a detour through a stream. */
function bodyOf(request: Request, init: RequestInit | undefined): Asked['body'] {
  const given = init?.body
  if (typeof given === 'string') return utf8(given)
  if (given instanceof Uint8Array) return given.slice()
  return request.body
}

async function answer(connect: Connect, asked: Asked): Promise<Response> {
  let lost: AppError | null = null
  for (let tries = 0; tries <= CIRCUIT_REPLAYS; tries++) {
    asked.signal.throwIfAborted()
    const connected = await orAborted(connect(), asked.signal)
    if (!connected.ok) return envelope(connected.error)
    const endpoint = connected.value
    const outcome = await ask(endpoint, asked)
    if (outcome.is === 'answer') return outcome.response
    if (outcome.is === 'unsent') {
      if (endpoint.state.status === 'open') {
        return envelope(new AppError('too_many_streams', 'too many requests are under way'))
      }
      continue
    }
    lost = lossOf(outcome.error, outcome.sent, endpoint, asked)
    if (!asked.replays || !isPassing(lost)) break
  }
  return envelope(lost ?? new AppError('circuit_lost', 'the circuit was lost'))
}

const isPassing = ({ code }: AppError): boolean => code === 'circuit_lost' || code === 'shutting_down'

/** What a request came to whose answer did not come. */
function lossOf(error: AppError, sent: boolean, { state }: Endpoint, { method }: Asked): AppError {
  if (state.status !== 'closed') return error // the machine refused this request and no other
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead || !sent) return new AppError('circuit_lost', error.message, { reason: state.reason.code })
  return new AppError('outcome_unknown', 'the circuit was lost before the answer came', {
    reason: state.reason.code,
  })
}

function ask(endpoint: Endpoint, { head, body, signal, method }: Asked): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let sent = false
    const stream = endpoint.open(head, {
      onHead(given) {
        const response = responseOf(given, stream, method, signal, abandon)
        if (response === null) cut(new AppError('protocol_error', 'an answer that cannot be'))
        else resolve({ is: 'answer', response })
      },
      onSent() {
        sent = true
      },
    })
    if (stream === null) return resolve({ is: 'unsent' })

    function abandon(): void {
      stream?.reset(CANCELLED)
      reject(signal.reason)
    }
    function cut(error: AppError): void {
      signal.removeEventListener('abort', abandon)
      stream?.reset(error)
      resolve({ is: 'cut', error, sent })
    }
    signal.addEventListener('abort', abandon, { once: true })
    stream.onCut(cut)
    if (body instanceof Uint8Array) {
      stream.outgoing.write(body)
      stream.outgoing.end()
    } else if (body === null) stream.outgoing.end()
    else {
      sendBody(body, stream).catch((error: unknown) => {
        signal.removeEventListener('abort', abandon)
        reject(error) // the caller's own body failed
      })
    }
  })
}

/** Null for a head that is none. A body that is here already is given whole; else it is read as it comes. */
function responseOf(
  head: Uint8Array,
  stream: CircuitStream | null,
  method: string,
  signal: AbortSignal,
  abandon: () => void,
): Response | null {
  const parsed = parseResponseHead(head)
  if (!parsed.ok || stream === null) return null
  const over = (): void => signal.removeEventListener('abort', abandon)
  const { status, headers } = parsed.value
  const whole = stream.incoming.takeWhole()
  if (whole !== null) {
    over()
    const isBare = whole.length === 0 || method === 'HEAD' || !hasBody(status)
    return new Response(isBare ? null : new Uint8Array(whole), { status, headers })
  }
  if (!hasBody(status)) return new Response(null, { status, headers })
  const body = readableBody(stream, {
    over,
    failure: (error) => (signal.aborted ? signal.reason : error),
    cancelled: () => stream.reset(CANCELLED),
  })
  return new Response(body, { status, headers })
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
