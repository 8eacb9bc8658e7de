/** A reply carried out over HTTP: as a stream that follows the steps, or at once when they are over. */
import type { Clock } from '../../shared/time.ts'
import { raised, wait } from '../demo-agent/wait.ts'
import { stubLimits } from './limits.ts'
import type { Reply, Step } from './reply.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type { Ended } from './seen-request.ts'

export interface Performance {
  reply: Extract<Reply, { as: 'steps' }>
  writer: ReplyWriter
  clock: Clock
  headers: Record<string, string>
  /** Raised when the client is gone. */
  client: AbortSignal
  /** Raised when the stub stops. */
  stopping: AbortSignal
  /** Told once. */
  ended(how: Ended): void
}

export function streamed(performance: Performance): Response {
  const { reply, writer, headers } = performance
  const cancelled = new AbortController()
  const gone = AbortSignal.any([performance.client, performance.stopping, cancelled.signal])
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string): void => {
        if (text !== '' && !gone.aborted) controller.enqueue(encoder.encode(text))
      }
      send(writer.begin())
      const how = await follow(reply.steps, performance, gone, (step) => send(written(writer, step)))
      if (how === 'done') send(writer.end(reply.stop))
      performance.ended(how)
      if (how === 'dropped') controller.error()
      else if (!cancelled.signal.aborted) controller.close()
    },
    cancel: () => cancelled.abort(),
  })
  return new Response(body, {
    headers: { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
  })
}

export async function whole(performance: Performance): Promise<Response> {
  const { reply, writer, headers } = performance
  const gone = AbortSignal.any([performance.client, performance.stopping])
  const how = await follow(reply.steps, performance, gone, (step) => written(writer, step))
  performance.ended(how)
  if (how === 'done') return Response.json(writer.whole(reply.stop), { headers })
  return new Response(new ReadableStream({ start: (controller) => controller.error() }))
}

async function follow(
  steps: readonly Step[],
  { clock, stopping }: Performance,
  gone: AbortSignal,
  take: (step: Step) => void,
): Promise<Ended> {
  for (const step of steps) {
    if (gone.aborted) break
    if (step.do === 'wait') await wait(clock, step.ms, gone)
    else if (step.do === 'hang') await raised(gone)
    else if (step.do === 'drop') {
      // What was said so far goes out first: a cut connection takes with it what is still in the buffer.
      await wait(clock, stubLimits.flushMs, gone)
      return 'dropped'
    } else take(step)
  }
  if (!gone.aborted) return 'done'
  return stopping.aborted ? 'dropped' : 'client_gone'
}

function written(writer: ReplyWriter, step: Step): string {
  switch (step.do) {
    case 'text':
      return writer.text(step.text)
    case 'think':
      return writer.think(step.text)
    case 'call':
      return writer.call(step.id, step.call)
    default:
      return ''
  }
}
