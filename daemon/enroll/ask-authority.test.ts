/** The one request to the authority: over a real socket, against servers that behave badly. */
import { expect, test } from 'bun:test'
import type { Enrolled } from '../../shared/wire/machine.ts'
import { askAuthority, authorityOrigin } from './ask-authority.ts'

const KEY = 'A'.repeat(43)
const body = { code: 'c', machineKey: KEY, signKey: KEY }
const enrolled: Enrolled = {
  machine: 'm_1',
  label: 'desk',
  owner: null,
  issuer: 'i_1',
  origin: 'http://127.0.0.1:1',
  relayUrl: 'ws://127.0.0.1:1',
  statements: ['x'],
}

async function asked(answer: (request: Request) => Response | Promise<Response>, ms = 5_000) {
  const requests: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return answer(request)
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  const result = await askAuthority({ fetch, ms, bytes: 4_096 }, origin, body)
  await server.stop(true)
  return { requests, outcome: result.ok ? result.value : result.error.code }
}

test('one POST carries the code and both keys, and its answer is what it is', async () => {
  let sent: unknown
  const { requests, outcome } = await asked(async (request) => {
    sent = await request.json()
    return Response.json(enrolled)
  })
  expect(requests).toEqual(['POST /v1/enroll'])
  expect(sent).toEqual(body)
  expect(outcome).toEqual(enrolled)
})

test('the authority’s own refusal is passed on', async () => {
  const error = { code: 'code_unusable', message: 'used' }
  expect((await asked(() => Response.json({ error }, { status: 409 }))).outcome).toBe('code_unusable')
})

test('a redirect is not followed', async () => {
  const { requests, outcome } = await asked(() => Response.redirect('/v1/elsewhere', 307))
  expect(outcome).toBe('authority_unreachable')
  expect(requests).toEqual(['POST /v1/enroll'])
})

test('the deadline covers a body that never ends', async () => {
  const forever = () =>
    new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array([32])) }).pipeThrough(slow()))
  expect((await asked(forever, 200)).outcome).toBe('authority_unreachable')
})

test.each([
  ['a page', () => new Response('<html>')],
  ['half an answer', () => Response.json({ machine: 'm_1' })],
  ['too long an answer', () => Response.json({ ...enrolled, statements: ['x'.repeat(5_000)] })],
  ['a code nobody knows', () => Response.json({ error: { code: 'later', message: '' } }, { status: 400 })],
])('%s is no authority', async (_, answer) => {
  expect((await asked(answer)).outcome).toBe('authority_unreachable')
})

test('nobody there is not reachable', async () => {
  const result = await askAuthority({ fetch, ms: 2_000, bytes: 4_096 }, 'http://127.0.0.1:1', body)
  expect(result).toMatchObject({ ok: false, error: { code: 'authority_unreachable' } })
})

test('an authority is at https, or on this host', () => {
  const at = (text: string) => {
    const origin = authorityOrigin(text, (host) => host === '127.0.0.1' || host === '::1')
    return origin.ok ? origin.value : null
  }
  expect(at('https://home.example/some/page?x')).toBe('https://home.example')
  expect(at('http://127.0.0.1:7888')).toBe('http://127.0.0.1:7888')
  expect(at('http://[::1]:7888')).toBe('http://[::1]:7888')
  for (const bad of ['http://home.example', 'home.example', 'ftp://home.example', ''])
    expect(at(bad)).toBeNull()
})

/** One small piece at a time, each awaited, so that nothing piles up. */
const slow = () =>
  new TransformStream({
    async transform(chunk, to) {
      await Bun.sleep(5)
      to.enqueue(chunk)
    },
  })
