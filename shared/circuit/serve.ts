/**
 * Requests of a circuit, answered by an ordinary `handle(request)`: what a socket's server would do, and what it would
 * do for free. A RESET aborts the request's signal (a generator that waits hears nothing else), errors the request's
 * body (a read that waits hears nothing else) and cancels the answer's reader.
 */
import { AppError } from '../errors.ts'
import { DAEMON_BODY_BYTES } from '../limits.ts'
import { readableBody, sendBody } from './body.ts'
import type { Endpoint } from './endpoint.ts'
import type { Reason } from './reason.ts'
import { MACHINE_ORIGIN, parseRequestHead, type RequestHead } from './request-head.ts'
import { encodeResponseHead, hasBody } from './response-head.ts'
import type { CircuitStream } from './stream.ts'

export interface ServeOptions {
  /** Says who asks, before `handle` sees the request. */
  principal?(request: Request): void
  /** Routes that count their own body's bytes; every other has {@link DAEMON_BODY_BYTES}. */
  streamsBody?(head: RequestHead): boolean
  /** What `handle` or an answer's body threw; the client is told `internal`. */
  failed?(error: unknown): void
}

export interface Serving {
  /** Cuts the requests under way that `where` picks: a scope that was lost. */
  cut(where: (request: Request) => boolean, reason: Reason): void
}

interface Served {
  request: Request
  /** Cuts the stream and tells the handler. */
  cut(reason: Reason): void
}

export type Handle = (request: Request) => Response | Promise<Response>

export function serveCircuit(endpoint: Endpoint, handle: Handle, options: ServeOptions = {}): Serving {
  const underWay = new Set<Served>()

  async function serve(stream: CircuitStream, payload: Uint8Array): Promise<void> {
    const head = parseRequestHead(payload)
    if (!head.ok) return stream.reset(head.error)
    const limit = options.streamsBody?.(head.value) ? Number.POSITIVE_INFINITY : DAEMON_BODY_BYTES
    const served = receive(stream, head.value, limit)
    if (served === null) return
    underWay.add(served)
    try {
      options.principal?.(served.request)
      await respond(stream, await handle(served.request), head.value.method)
    } finally {
      underWay.delete(served)
    }
  }

  endpoint.accept((stream, payload) => {
    serve(stream, payload)
      .catch((error: unknown) => {
        stream.reset({ code: 'internal', message: 'something went wrong' })
        options.failed?.(error)
      })
      .finally(() => stream.release())
  })
  return {
    cut(where, reason) {
      for (const served of underWay) if (where(served.request)) served.cut(reason)
    },
  }
}

/** The request as `handle` sees it; null when its body was refused. */
function receive(stream: CircuitStream, head: RequestHead, limit: number): Served | null {
  const abort = new AbortController()
  const tooLarge = (): AppError => new AppError('body_too_large', `a body has at most ${limit} bytes`)
  const cut = (error: AppError | Reason): void => {
    stream.reset(error)
    abort.abort(error)
  }
  stream.onCut((error) => abort.abort(error))
  const body = requestBody(stream, head, limit, () => {
    const error = tooLarge()
    cut(error)
    throw error
  })
  if (body === 'too large') {
    cut(tooLarge())
    return null
  }
  const { method, path, headers } = head
  const init = { method, headers, body, signal: abort.signal, duplex: 'half' }
  return { request: new Request(MACHINE_ORIGIN + path, init), cut }
}

function requestBody(
  stream: CircuitStream,
  { method, headers }: RequestHead,
  limit: number,
  refuse: () => never,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null | 'too large' {
  if (method === 'GET' || method === 'HEAD') return null
  if (Number(headers['content-length'] ?? 0) > limit) return 'too large'
  const whole = stream.incoming.takeWhole()
  if (whole !== null) {
    if (whole.length > limit) return 'too large'
    return whole.length === 0 ? null : new Uint8Array(whole)
  }
  let bytes = 0
  return readableBody(stream, {
    took(more) {
      bytes += more
      if (bytes > limit) refuse()
    },
    cancelled: () => stream.incoming.drop(),
  })
}

async function respond(stream: CircuitStream, response: Response, method: string): Promise<void> {
  const head = encodeResponseHead(response)
  if (!head.ok || stream.outgoing.state === 'over') {
    await response.body?.cancel()
    if (!head.ok) throw head.error
    return
  }
  stream.respond(head.value)
  if (response.body && method !== 'HEAD' && hasBody(response.status)) return sendBody(response.body, stream)
  await response.body?.cancel()
  stream.outgoing.end()
}
