import { describe, expect, test } from 'bun:test'
import { AppError, type Result, refuse } from '../errors.ts'
import { CIRCUIT_REPLAYS } from '../limits.ts'
import { type CircuitPair, circuitPair } from '../testing/circuit-pair.ts'
import type { Endpoint } from './endpoint.ts'
import { createCircuitFetch } from './fetch.ts'
import type { Handle } from './serve.ts'

interface Asked {
  status: number
  code: string | undefined
  detail: unknown
}

async function told(response: Response): Promise<Asked> {
  const body: unknown = await response.json()
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error !== 'object' || error === null || !('code' in error)) throw new TypeError('no envelope')
  return {
    status: response.status,
    code: String(error.code),
    detail: 'detail' in error ? error.detail : undefined,
  }
}

/** Circuits one after the other, each with its own handler; the last one stays. */
function circuits(...handles: Handle[]) {
  const pairs: CircuitPair[] = []
  const connect = async (): Promise<Result<Endpoint>> => {
    const last = pairs.at(-1)
    if (last?.device.state.status === 'open') return { ok: true, value: last.device }
    const handle = handles[pairs.length]
    if (!handle) return refuse('machine_offline', 'the machine holds no tunnel')
    const pair = circuitPair({ handle })
    pairs.push(pair)
    return { ok: true, value: pair.device }
  }
  return { pairs, fetch: createCircuitFetch(connect), close: () => void pairs.map((pair) => pair.close()) }
}

/** A handler under which the circuit is lost. */
const losing =
  (pairs: () => CircuitPair[]): Handle =>
  () => {
    pairs().at(-1)?.wire.cut()
    return new Promise(() => {})
  }

describe('fetch through a circuit', () => {
  test('why there is no circuit is an answer, not a rejection', async () => {
    for (const code of [
      'machine_offline',
      'machine_key_changed',
      'device_not_approved',
      'revoked',
    ] as const) {
      const fetch = createCircuitFetch(async () => refuse(code, 'so it is'))
      const response = await fetch('http://machine/x')
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(await told(response)).toMatchObject({ status: new AppError(code, '').status, code })
    }
  })

  test('a GET whose circuit is lost before the head is asked again on another', async () => {
    const it = circuits(
      losing(() => it.pairs),
      losing(() => it.pairs),
      () => new Response('third'),
    )
    expect(await (await it.fetch('http://machine/x')).text()).toBe('third')
    expect(it.pairs.length).toBe(1 + CIRCUIT_REPLAYS)
    it.close()
  })

  test('it is not asked for ever', async () => {
    const lose = losing(() => it.pairs)
    const it = circuits(lose, lose, lose, lose, lose)
    expect(await told(await it.fetch('http://machine/x'))).toMatchObject({
      status: 503,
      code: 'circuit_lost',
    })
    expect(it.pairs.length).toBe(1 + CIRCUIT_REPLAYS)
    it.close()
  })

  test('a stream is not asked again: its owner knows where it stopped', async () => {
    const it = circuits(
      losing(() => it.pairs),
      () => new Response('second'),
    )
    const response = await it.fetch('http://machine/x', { headers: { accept: 'text/event-stream' } })
    expect(await told(response)).toMatchObject({ code: 'circuit_lost' })
    expect(it.pairs.length).toBe(1)
    it.close()
  })

  test('a mutation that was sent is never sent twice: its outcome is unknown', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const it = circuits(
        losing(() => it.pairs),
        () => new Response('second'),
      )
      const response = await it.fetch('http://machine/x', { method })
      expect(await told(response)).toMatchObject({
        code: 'outcome_unknown',
        detail: { reason: 'circuit_lost' },
      })
      expect(it.pairs.length).toBe(1)
      it.close()
    }
  })

  test('a mutation that was not sent did not happen', async () => {
    const it = circuits(() => new Response('first'))
    await it.fetch('http://machine/x')
    const asked = it.fetch('http://machine/x', { method: 'POST' })
    // The request is queued for the end of the tick; the connection is gone before.
    await Promise.resolve()
    await Promise.resolve()
    it.pairs[0]?.device.close({ code: 'idle', message: 'closed under it' })
    expect(await told(await asked)).toMatchObject({ code: 'circuit_lost' })
    it.close()
  })

  test('what the machine refuses comes as its own code', async () => {
    const it = circuits(() => new Response('x'))
    expect(await told(await it.fetch('http://machine//x'))).toMatchObject({
      status: 422,
      code: 'invalid_request',
    })
    expect(await told(await it.fetch(`http://machine/${'a'.repeat(20_000)}`))).toMatchObject({
      status: 431,
      code: 'head_too_large',
    })
    expect(await told(await it.fetch('http://elsewhere/x'))).toMatchObject({ code: 'invalid_request' })
    it.close()
  })

  test('an abort rejects with its reason: before, while connecting, while waiting, while reading', async () => {
    const reason = new TypeError('changed my mind')
    const gone = AbortSignal.abort(reason)
    const endless = (): Response =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(5)) }))
    const it = circuits((request) => (request.url.endsWith('/body') ? endless() : new Promise(() => {})))
    const failure = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error)

    expect(await failure(it.fetch('http://machine/x', { signal: gone }))).toBe(reason)

    const connecting = new AbortController()
    const never = createCircuitFetch(() => new Promise(() => {}))('http://machine/x', {
      signal: connecting.signal,
    })
    setImmediate(() => connecting.abort(reason))
    expect(await failure(never)).toBe(reason)

    const waiting = new AbortController()
    const asked = it.fetch('http://machine/x', { signal: waiting.signal })
    await it.pairs[0]?.clock.settle()
    waiting.abort(reason)
    expect(await failure(asked)).toBe(reason)

    const reading = new AbortController()
    const reader = (await it.fetch('http://machine/body', { signal: reading.signal })).body?.getReader()
    await reader?.read()
    const next = reader?.read()
    reading.abort(reason)
    expect(await failure(Promise.resolve(next))).toBe(reason)
    it.close()
  })

  test('a signal that lives on keeps nothing of the requests that are over', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    Object.assign(signal, {
      addEventListener(...given: Parameters<typeof add>) {
        listeners++
        add(...given)
      },
      removeEventListener(...given: Parameters<typeof remove>) {
        listeners--
        remove(...given)
      },
    })
    const it = circuits(
      (request) => new Response(request.url.endsWith('/big') ? new Uint8Array(200_000) : 'small'),
    )
    for (let n = 0; n < 5; n++) {
      await (await it.fetch('http://machine/small', { signal })).text()
      await (await it.fetch('http://machine/big', { signal })).bytes()
    }
    expect(listeners).toBe(0)
    it.close()
  })

  test('every kind of body arrives, and every kind of answer', async () => {
    const it = circuits(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/form') return Response.json([...(await request.formData())])
      if (pathname === '/none') return new Response(null, { status: 204 })
      return new Response(request.method === 'HEAD' ? null : await request.bytes(), {
        headers: { 'content-type': request.headers.get('content-type') ?? 'none/none' },
      })
    })
    const post = async (body: BodyInit): Promise<[string, string | null]> => {
      const response = await it.fetch('http://machine/x', { method: 'POST', body })
      return [await response.text(), response.headers.get('content-type')]
    }
    expect(await post('text')).toEqual(['text', 'text/plain;charset=UTF-8'])
    expect((await post(new TextEncoder().encode('bytes')))[0]).toBe('bytes')
    expect((await post(new TextEncoder().encode('buffer').buffer))[0]).toBe('buffer')
    expect(await post(new Blob(['blob'], { type: 'a/b' }))).toEqual(['blob', 'a/b'])
    expect((await post(new URLSearchParams({ a: '1' })))[0]).toBe('a=1')
    const form = new FormData()
    form.set('name', 'value')
    expect(await (await it.fetch('http://machine/form', { method: 'POST', body: form })).json()).toEqual([
      ['name', 'value'],
    ])
    const none = await it.fetch('http://machine/none')
    expect([none.status, none.body]).toEqual([204, null])
    const head = await it.fetch('http://machine/x', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const asked = new Request('http://machine/x', { method: 'PUT', body: 'a request' })
    expect(await (await it.fetch(asked)).text()).toBe('a request')
    it.close()
  })

  test('a body of the caller’s that fails is the caller’s rejection, and the machine is told it was cut', async () => {
    const seen: unknown[] = []
    const it = circuits(async (request) => {
      await request.bytes().catch((error: unknown) => seen.push(error))
      return new Response('never whole')
    })
    const failing = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(5))
      },
      pull(controller) {
        controller.error(new TypeError('the file is gone'))
      },
    })
    const init = { method: 'POST', body: failing, duplex: 'half' }
    const error = await it.fetch('http://machine/x', init).catch((error: unknown) => error)
    expect(error).toEqual(new TypeError('the file is gone'))
    await it.pairs[0]?.clock.settle()
    await it.pairs[0]?.clock.settle()
    expect(seen).toMatchObject([{ code: 'internal' }])
    it.close()
  })
})
