import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { treaty } from '@elysiajs/eden'
import { Elysia, sse } from 'elysia'
import { type CircuitPair, circuitPair } from '../testing/circuit-pair.ts'
import { gcmPair } from '../testing/gcm-sealer.ts'
import { Type } from '../typebox.ts'
import { MACHINE_ORIGIN } from './request-head.ts'

const MIB = 1024 * 1024
const DOWNLOAD_BYTES = 64 * MIB

let ended = 0
let waiting = 0

/** The shapes that the daemon's API has: data, a typed refusal, an event stream, an upload, a download. */
const app = new Elysia()
  .get(
    '/v1/things/:id',
    ({ params: { id }, query: { note }, status }) => {
      if (id === 'none')
        return status(404, { error: { code: 'not_found', message: 'there is no such thing' } })
      return { id, note, at: '2026-01-02' }
    },
    { query: Type.Object({ note: Type.Optional(Type.String()) }) },
  )
  .post('/v1/things', ({ body }) => ({ made: body.name }), { body: Type.Object({ name: Type.String() }) })
  .get('/v1/text', () => 'plain text')
  .get('/v1/events', async function* ({ request: { signal } }) {
    yield sse({ event: 'hello', data: { n: 0 } })
    try {
      for (let n = 1; ; n++) {
        yield sse({ event: 'message', data: { n } })
        if (n < 3) continue
        waiting++
        await new Promise((done) => signal.addEventListener('abort', done))
        return
      }
    } finally {
      ended++
    }
  })
  .put(
    '/v1/upload',
    async ({ request }) => {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const part of request.body ?? []) {
        hash.update(part)
        bytes += part.length
      }
      return { bytes, sha256: hash.digest('hex') }
    },
    { parse: 'none' },
  )
  .get('/v1/download', () => new Response(download()))

const CHUNK = Uint8Array.from({ length: MIB }, (_, i) => i * 13 + (i >> 8))

function download(): ReadableStream<Uint8Array> {
  let left = DOWNLOAD_BYTES / CHUNK.length
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(CHUNK)
      if (--left === 0) controller.close()
    },
  })
}

function checksum(): string {
  const hash = createHash('sha256')
  for (let n = 0; n < DOWNLOAD_BYTES / CHUNK.length; n++) hash.update(CHUNK)
  return hash.digest('hex')
}

let pair: CircuitPair
const client = () => treaty<typeof app>(MACHINE_ORIGIN, { fetcher: pair.fetch, parseDate: false })

beforeAll(() => {
  const [device, machine] = gcmPair()
  pair = circuitPair({
    handle: app.handle,
    streamsBody: ({ path }) => path === '/v1/upload',
    isSealed: true,
    device: { sealer: device },
    machine: { sealer: machine },
  })
})
afterAll(() => pair.close())

describe('Eden over a circuit', () => {
  test('data is typed and arrives as it was sent', async () => {
    const { data, error } = await client()
      .v1.things({ id: 'a b' })
      .get({ query: { note: 'x y' } })
    expect(error).toBeNull()
    expect(data).toEqual({ id: 'a b', note: 'x y', at: '2026-01-02' })
    expect((await client().v1.things.post({ name: 'new' })).data).toEqual({ made: 'new' })
    expect((await client().v1.text.get()).data).toBe('plain text')
  })

  test('a refusal is a typed error by its status', async () => {
    const { data, error } = await client().v1.things({ id: 'none' }).get({ query: {} })
    expect(data).toBeNull()
    if (error?.status !== 404) throw error
    expect(error.value.error.code).toBe('not_found')
  })

  test('events are iterated as they come, and an abort ends the generator that waits', async () => {
    const abort = new AbortController()
    const { data } = await client().v1.events.get({ fetch: { signal: abort.signal } })
    const seen: number[] = []
    const iterate = async (): Promise<void> => {
      for await (const { data: event } of data ?? []) {
        seen.push(event.n)
        if (seen.length === 4) abort.abort()
      }
    }
    await iterate().catch((error: unknown) => expect(error).toBe(abort.signal.reason))
    expect(seen).toEqual([0, 1, 2, 3])
    for (let n = 0; n < 20 && ended === 0; n++) await pair.clock.settle()
    expect([waiting, ended]).toEqual([1, 1])
    for (let n = 0; n < 20 && pair.machine.streams > 0; n++) await pair.clock.settle()
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 0])
  })

  test('an upload that nobody parses streams through', async () => {
    const bytes = Uint8Array.from({ length: 9 * MIB }, (_, i) => i * 7)
    const response = await pair.fetch(`${MACHINE_ORIGIN}/v1/upload`, {
      method: 'PUT',
      body: new Blob([bytes]),
    })
    expect(await response.json()).toEqual({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  test('a download of 64 MiB arrives to the byte', async () => {
    const response = await pair.fetch(`${MACHINE_ORIGIN}/v1/download`)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of response.body ?? []) {
      hash.update(part)
      bytes += part.length
    }
    expect([bytes, hash.digest('hex')]).toEqual([DOWNLOAD_BYTES, checksum()])
  })
})
