/** What a bench's machine answers, over a socket and in a circuit alike: an Elysia app, as the daemon's is. */
import { Elysia } from 'elysia'

const MIB = 1024 * 1024
const CHUNK = new Uint8Array(64 * 1024)
const SMALL_BODY = 'x'.repeat(200)
const EVENT_MS = 20

const app = new Elysia()
  .get('/small', () => SMALL_BODY)
  .get('/bulk', ({ query }) => new Response(bulk(Number(query.MiB))))
  .get('/events', ({ request }) => new Response(events(request.signal)))
  .post('/up', async ({ request }) => ({ bytes: await drain(request.body) }), { parse: 'none' })

export const benchApp = (request: Request): Response | Promise<Response> => app.fetch(request)

export function bulk(mib: number): ReadableStream<Uint8Array> {
  let left = (mib * MIB) / CHUNK.length
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(CHUNK)
        if (--left === 0) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

export async function drain(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let bytes = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length
  }
  return bytes
}

/** The instant of its making, one a line. */
function events(signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      const timer = setInterval(() => controller.enqueue(encoder.encode(`${now()}\n`)), EVENT_MS)
      signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
  })
}

/** Milliseconds with fractions, the same in every process of the host. */
export const now = (): number => performance.timeOrigin + performance.now()
