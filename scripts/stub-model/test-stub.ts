/** A stub for the tests of one file, and what they say to it over its socket. */
import { afterAll } from 'bun:test'
import { isRecord } from '../demo-agent/narrow.ts'
import type { SeenRequest } from './seen-request.ts'
import { type StubModel, startStubModel } from './stub-model.ts'
import type { Turn } from './turn.ts'

export interface TestStub extends StubModel {
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Response>
  /** The next request that comes, from now on. */
  came(): Promise<SeenRequest>
  /** The next request that ends, from now on. */
  ended(): Promise<SeenRequest>
}

export function stubForTests(): TestStub {
  const came = nextOf<SeenRequest>()
  const ended = nextOf<SeenRequest>()
  const stub = startStubModel({ onRequest: came.tell, onEnd: ended.tell })
  afterAll(() => stub.stop())
  return {
    ...stub,
    came: came.next,
    ended: ended.next,
    post: (path, body, signal) =>
      fetch(stub.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ?? null,
      }),
  }
}

function nextOf<T>(): { tell(value: T): void; next(): Promise<T> } {
  let waiting: ((value: T) => void)[] = []
  return {
    tell(value) {
      const told = waiting
      waiting = []
      for (const resolve of told) resolve(value)
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** One event of a stream: its name and its data, parsed. */
export interface Sent {
  name: string
  data: Record<string, unknown>
}

/** The events of a whole stream; OpenAI's closing `[DONE]` has the name `DONE`. */
export async function eventsOf(response: Response): Promise<Sent[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '')
  return frames.map((frame) => {
    const name = /^event: (.*)$/m.exec(frame)?.[1] ?? ''
    const data = /^data: (.*)$/m.exec(frame)?.[1] ?? ''
    if (data === '[DONE]') return { name: 'DONE', data: {} }
    const value: unknown = JSON.parse(data)
    if (!isRecord(value)) throw new TypeError(`not an event: ${frame}`)
    return { name, data: value }
  })
}

/** A turn as the readers of requests give one. */
export const turnSaying = (words: string, rest: Partial<Turn> = {}): Turn => ({
  api: 'chat',
  model: 'stub-1',
  stream: true,
  system: '',
  tools: [],
  words,
  earlier: [],
  results: [],
  messages: 1,
  ...rest,
})
