import { expect, test } from 'bun:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { rejection } from '../../shared/testing/rejection.ts'
import { startStubModel } from './stub-model.ts'
import { stubForTests } from './test-stub.ts'

const stub = stubForTests()
const path = '/v1/chat/completions'
const asked = (content: string, stream = true) => ({
  model: 'm',
  stream,
  messages: [{ role: 'user', content }],
})

/** Reads until `text` has come. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<void> {
  const decoder = new TextDecoder()
  let read = ''
  while (!read.includes(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended before ${text}: ${read}`)
    read += decoder.decode(value, { stream: true })
  }
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (body === null) throw new TypeError('no body')
  return body.getReader()
}

test('what was said is there before the reply is over, and a client that leaves a hang is noticed', async () => {
  const ended = stub.ended()
  const leaving = new AbortController()
  const reader = readerOf(await stub.post(path, asked('[[say first]] [[hang]]'), leaving.signal))
  await readUntil(reader, 'first')
  expect(stub.requests().at(-1)).toMatchObject({ decided: 'say hang', ended: 'open' })
  leaving.abort()
  expect(await ended).toMatchObject({ user: '[[say first]] [[hang]]', ended: 'client_gone' })
})

test('a client that leaves between two tokens is noticed', async () => {
  const ended = stub.ended()
  const leaving = new AbortController()
  const reader = readerOf(await stub.post(path, asked('[[tokens 100000 10]]'), leaving.signal))
  await readUntil(reader, 'bravo2')
  leaving.abort()
  expect(await ended).toMatchObject({ ended: 'client_gone' })
})

test('a plain answer can be left, too', async () => {
  const [came, ended] = [stub.came(), stub.ended()]
  const leaving = new AbortController()
  const answer = stub.post(path, asked('[[hang]]', false), leaving.signal)
  await came
  leaving.abort()
  await rejection(answer)
  expect(await ended).toMatchObject({ decided: 'hang', ended: 'client_gone' })
})

test('a cut connection gives what was said and no end', async () => {
  const ended = stub.ended()
  const reader = readerOf(await stub.post(path, asked('[[say first]] [[drop]]')))
  await readUntil(reader, 'first')
  expect(await rejection(readUntil(reader, 'DONE'))).toMatchObject({ code: 'ECONNRESET' })
  expect(await ended).toMatchObject({ ended: 'dropped' })
  expect(await rejection(stub.post(path, asked('[[drop]]', false)))).toMatchObject({ code: 'ECONNRESET' })
})

test('an error for so many tries lets the next one through', async () => {
  const statuses = []
  for (let n = 0; n < 3; n++)
    statuses.push((await stub.post(path, asked('[[error 503 2]] [[say ok]]'))).status)
  expect(statuses).toEqual([503, 503, 200])
})

test('bodies may be packed; what cannot be unpacked or read is refused', async () => {
  const text = JSON.stringify(asked('[[say packed]]', false))
  const send = (body: BodyInit, encoding: string) =>
    fetch(stub.url + path, { method: 'POST', headers: { 'content-encoding': encoding }, body })
  expect(await (await send(gzipSync(text), 'gzip')).text()).toContain('packed')
  expect(await (await send(zstdCompressSync(text), 'zstd')).text()).toContain('packed')
  expect((await send('not packed', 'gzip')).status).toBe(400)
  expect((await send('{', 'identity')).status).toBe(400)
})

test('what a request was signed with is known, whichever service it is for', async () => {
  const bodies: [string, Record<string, string>, object][] = [
    ['/v1/messages', { 'x-api-key': 'one' }, { ...asked('hi', false), max_tokens: 1 }],
    [path, { authorization: 'Bearer two' }, asked('hi', false)],
    ['/v1beta/models/m:generateContent', { 'x-goog-api-key': 'three' }, { contents: [] }],
    ['/v1beta/models/m:generateContent?key=four', {}, { contents: [] }],
    [path, {}, asked('hi', false)],
  ]
  const before = stub.requests().length
  for (const [at, headers, body] of bodies) {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    await (await fetch(stub.url + at, sent)).text()
  }
  const keys = stub
    .requests()
    .slice(before)
    .map(({ key }) => key)
  expect(keys).toEqual(['one', 'two', 'three', 'four', null])
})

test('any JSON is answered', async () => {
  for (const body of [
    null,
    1,
    [],
    { messages: 1 },
    { messages: [null, { role: 'user', content: [1, null] }] },
  ]) {
    for (const at of [path, '/v1/messages', '/v1/responses', '/v1beta/models/m:generateContent']) {
      expect((await stub.post(at, body)).status).toBe(200)
    }
  }
})

test('models are listed, tokens counted, and what is not spoken here is written down', async () => {
  expect(await (await fetch(`${stub.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'stub-1' }, {}] })
  expect(await (await fetch(`${stub.url}/v1/models/a%2Fb`)).json()).toMatchObject({ id: 'a/b' })
  const counted = await stub.post('/v1/messages/count_tokens', asked('hello'))
  expect(await counted.json()).toEqual({ input_tokens: expect.any(Number) })
  expect((await fetch(stub.url)).status).toBe(200)
  expect((await stub.post('/v1/embeddings', {})).status).toBe(404)
  expect(stub.unknown()).toEqual(['POST /v1/embeddings'])
})

test('a stub that stops cuts what is open', async () => {
  const ended = Promise.withResolvers<string>()
  const own = startStubModel({ onEnd: (seen) => ended.resolve(seen.ended) })
  const response = await fetch(own.url + path, {
    method: 'POST',
    body: JSON.stringify(asked('[[say first]] [[hang]]')),
  })
  const reader = readerOf(response)
  await readUntil(reader, 'first')
  await own.stop()
  expect(await ended.promise).toBe('dropped')
  await rejection(readUntil(reader, 'DONE'))
})
