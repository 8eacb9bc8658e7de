/** Bodies between streams of the platform and streams of a circuit. */
import { utf8 } from '../bytes.ts'
import type { CircuitStream } from './stream.ts'

export interface BodyEvents {
  /** May throw to refuse what came: the reader gets that error. */
  took?(bytes: number): void
  /** What the reader gets for an error of the stream. */
  failure?(error: unknown): unknown
  /** Whole, cut or given up: nothing more is read. */
  over?(): void
  /** The reader gave up. */
  cancelled(): void
}

/** What comes in on `stream`, read only as fast as it is read here. Errors when the stream is cut. */
export function readableBody(stream: CircuitStream, events: BodyEvents): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await stream.incoming.read()
          if (bytes) {
            events.took?.(bytes.length)
            return controller.enqueue(bytes)
          }
          events.over?.()
          controller.close()
        } catch (error) {
          events.over?.()
          controller.error(events.failure?.(error) ?? error)
        }
      },
      cancel() {
        events.over?.()
        events.cancelled()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Sends `body` and END on `stream`, no faster than it goes out. A body that fails is cut, so that nobody takes it for a
 * whole one, and what it failed of is thrown. Settles only after the source did.
 */
export async function sendBody(body: ReadableStream<unknown>, stream: CircuitStream): Promise<void> {
  const reader = body.getReader()
  let cancelling: Promise<void> | null = null
  stream.onCut((error) => {
    cancelling = reader.cancel(error)
    cancelling.catch(() => {}) // awaited below; until then its failure is nobody's
  })
  try {
    while (stream.outgoing.state === 'open') {
      const { done, value } = await reader.read()
      if (done) break
      const room = stream.outgoing.write(bytesOf(value))
      if (room) await room
    }
    await cancelling
    if (stream.outgoing.state === 'over') await reader.cancel()
    stream.outgoing.end()
  } catch (error) {
    const wasCut = stream.outgoing.state === 'over'
    stream.reset({ code: 'internal', message: 'the body could not be read to its end' })
    if (!wasCut) throw error
  }
}

/** Elysia's generators yield strings where a socket would see bytes. */
function bytesOf(value: unknown): Uint8Array {
  if (typeof value === 'string') return utf8(value)
  if (value instanceof Uint8Array) return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new TypeError('a body is bytes or text')
}
