import { describe, expect, test } from 'bun:test'
import { DAEMON_BODY_BYTES } from '../limits.ts'
import { type CircuitPair, circuitPair } from '../testing/circuit-pair.ts'

const settle = async (pair: CircuitPair, turns = 6): Promise<void> => {
  for (let n = 0; n < turns; n++) await pair.clock.settle()
}
const codeOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json()
  return body
}

describe('serving a circuit', () => {
  test('who asks is said before the handler sees the request', async () => {
    const principals = new WeakMap<Request, string>()
    const pair = circuitPair({
      principal: (request) => principals.set(request, 'device d1'),
      handle: (request) => new Response(principals.get(request) ?? 'nobody'),
    })
    expect(await (await pair.fetch('http://machine/x')).text()).toBe('device d1')
    pair.close()
  })

  test('a RESET aborts the signal, errors a body that is read, and cancels the answer’s reader', async () => {
    const seen: string[] = []
    const answer = new ReadableStream({
      start: (controller) => controller.enqueue('a string, as a generator yields'),
      cancel: () => {
        seen.push('reader cancelled')
      },
    })
    const pair = circuitPair({
      handle(request) {
        request.signal.addEventListener('abort', () => seen.push('signal aborted'))
        request.bytes().catch((error: unknown) => seen.push(`body failed: ${String(error)}`))
        return new Response(answer)
      },
    })
    const abort = new AbortController()
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) })
    const init = { method: 'POST', body, signal: abort.signal, duplex: 'half' }
    const response = await pair.fetch('http://machine/x', init)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('a string, as a generator yields')
    const failed = reader?.read().catch(() => 'reader told')
    abort.abort()
    expect(await failed).toBe('reader told')
    await settle(pair)
    expect(seen.sort()).toEqual([
      'body failed: AppError: the one who asked left',
      'reader cancelled',
      'signal aborted',
    ])
    expect(pair.machine.streams).toBe(0)
    pair.close()
  })

  test('a stream counts until the source of its answer has let go', async () => {
    const letGo = Promise.withResolvers<void>()
    const answer = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => letGo.promise,
    })
    const pair = circuitPair({ handle: () => new Response(answer) })
    await (await pair.fetch('http://machine/x')).body?.cancel()
    await settle(pair)
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 1])
    letGo.resolve()
    await settle(pair)
    expect(pair.machine.streams).toBe(0)
    pair.close()
  })

  test('a body over its bound is refused, known beforehand or counted, and the handler’s read fails', async () => {
    const over = DAEMON_BODY_BYTES + 1
    const seen: unknown[] = []
    const pair = circuitPair({
      async handle(request) {
        const failure = await request.bytes().catch((error: unknown) => error)
        if (failure instanceof Uint8Array) return new Response(String(failure.length))
        seen.push(failure)
        throw failure
      },
      failed: () => {},
    })
    const counted = await pair.fetch('http://machine/x', {
      method: 'POST',
      body: new Blob([new Uint8Array(over)]),
    })
    expect(counted.status).toBe(413)
    expect(await codeOf(counted)).toMatchObject({ error: { code: 'body_too_large' } })
    expect(seen).toMatchObject([{ code: 'body_too_large' }])
    const known = await pair.fetch('http://machine/x', {
      method: 'POST',
      body: 'short',
      headers: { 'content-length': String(over) },
    })
    expect(known.status).toBe(413)
    const fits = await pair.fetch('http://machine/x', {
      method: 'POST',
      body: new Blob([new Uint8Array(DAEMON_BODY_BYTES)]),
    })
    expect(await fits.text()).toBe(String(DAEMON_BODY_BYTES))
    await settle(pair)
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 0])
    pair.close()
  })

  test('a route that streams counts for itself', async () => {
    const pair = circuitPair({
      streamsBody: ({ method, path }) => method === 'PUT' && path.startsWith('/v1/files/'),
      handle: async (request) => new Response(String((await request.bytes()).length)),
    })
    const body = new Blob([new Uint8Array(3 * DAEMON_BODY_BYTES)])
    const whole = await pair.fetch('http://machine/v1/files/a', { method: 'PUT', body })
    expect(await whole.text()).toBe(String(3 * DAEMON_BODY_BYTES))
    expect((await pair.fetch('http://machine/v1/other', { method: 'PUT', body })).status).toBe(413)
    pair.close()
  })

  test('a handler that throws is `internal`, and its words stay here', async () => {
    const failures: unknown[] = []
    const secret = new TypeError('the secret is 7')
    const pair = circuitPair({
      handle: () => Promise.reject(secret),
      failed: (error) => failures.push(error),
    })
    const response = await pair.fetch('http://machine/x')
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')])
    expect(failures).toEqual([secret])
    await settle(pair)
    expect(pair.machine.streams).toBe(0)
    pair.close()
  })

  test('an answer whose body is no bytes and no text is cut, not guessed at', async () => {
    const failures: unknown[] = []
    const body = new ReadableStream({ start: (controller) => controller.enqueue({ no: 'bytes' }) })
    const odd = new Response('')
    Object.defineProperty(odd, 'body', { value: body })
    const pair = circuitPair({ handle: () => odd, failed: (error) => failures.push(error) })
    const response = await pair.fetch('http://machine/x')
    expect(await codeOf(response)).toMatchObject({ error: { code: 'internal' } })
    expect(failures).toHaveLength(1)
    pair.close()
  })

  test('a device that shows its capability first is served with its first request', async () => {
    const shown: string[] = []
    const pair = circuitPair({
      machine: {
        onRenew(capability) {
          shown.push(capability)
          return Promise.resolve(null)
        },
      },
    })
    pair.device.renew('capability')
    expect(await (await pair.fetch('http://machine/x')).text()).toBe('hello')
    expect(shown).toEqual(['capability'])
    pair.close()
  })

  test('requests under a lost scope are cut with its code, the others go on', async () => {
    const aborted: string[] = []
    const pair = circuitPair({
      handle(request) {
        const { pathname } = new URL(request.url)
        request.signal.addEventListener('abort', () => aborted.push(pathname))
        return new Promise((done) => setImmediate(setImmediate, setImmediate, done, new Response(pathname)))
      },
    })
    const lost = pair.fetch('http://machine/write')
    const kept = pair.fetch('http://machine/read')
    await pair.clock.settle()
    pair.serving.cut(({ url }) => url.endsWith('/write'), {
      code: 'scope_lost',
      message: 'read only from now on',
    })
    expect(await codeOf(await lost)).toMatchObject({ error: { code: 'scope_lost' } })
    expect(await (await kept).text()).toBe('/read')
    expect(aborted).toEqual(['/write'])
    pair.close()
  })

  test('a GET has no body, whatever comes', async () => {
    const pair = circuitPair({ handle: (request) => new Response(String(request.body)) })
    expect(await (await pair.fetch('http://machine/x')).text()).toBe('null')
    pair.close()
  })
})
