/** The published vectors of cacophony and snow, byte for byte, in both roles, on every suite. */
import { describe, expect, test } from 'bun:test'
import cacophony from './fixtures/noise-cacophony.json'
import snow from './fixtures/noise-snow.json'
import { initiate, PROTOCOL_NAME, respond } from './handshake.ts'
import type { NoiseResult } from './noise-result.ts'
import { hex, must, nodeEnd, suites, unhex, webEnd, withEphemerals } from './testing/circuit-ends.ts'

interface Vector {
  protocol_name: string
  init_prologue: string
  init_static: string
  init_ephemeral: string
  init_remote_static: string
  resp_prologue: string
  resp_static: string
  resp_ephemeral: string
  handshake_hash?: string
  messages: { payload: string; ciphertext: string }[]
}

const files: [string, Vector[]][] = [
  ['cacophony', cacophony.vectors],
  ['snow', snow.vectors],
]

for (const [file, vectors] of files) {
  test(`every vector of ${file} is of our protocol`, () => {
    expect(vectors.length).toBeGreaterThan(0)
    for (const { protocol_name } of vectors) expect(protocol_name).toBe(PROTOCOL_NAME)
  })
  describe.each([...suites])(`${file} on $name`, ({ suite, keyPair }) => {
    test.each(vectors.map((_, n) => n))('vector %d: both roles give its bytes', async (n) => {
      await run(vectors[n], (secret) => ({ pair: keyPair(unhex(secret)), suite }))
    })
  })
}

test('the roles of a vector may be on different suites', async () => {
  const vector = snow.vectors[0]
  await run(vector, (secret, role) => {
    const end = role === 'device' ? webEnd : nodeEnd
    return { pair: end.keyPair(unhex(secret)), suite: end.suite }
  })
})

type Role = 'device' | 'machine'
type EndOf = (
  secret: string,
  role: Role,
) => { pair: ReturnType<typeof nodeEnd.keyPair>; suite: typeof nodeEnd.suite }

async function run(vector: Vector | undefined, endOf: EndOf): Promise<void> {
  if (!vector) throw new TypeError('no such vector')
  const [first, second, ...rest] = vector.messages
  if (!first || !second) throw new TypeError('a vector has two handshake messages')
  const options = (role: Role, own: string, ephemeral: string, prologue: string) => {
    const { suite, pair } = endOf(own, role)
    return {
      suite: withEphemerals(suite, [endOf(ephemeral, role).pair]),
      staticKey: pair,
      prologue: unhex(prologue),
    }
  }
  const device = options('device', vector.init_static, vector.init_ephemeral, vector.init_prologue)
  const machine = options('machine', vector.resp_static, vector.resp_ephemeral, vector.resp_prologue)

  const remoteKey = unhex(vector.init_remote_static)
  const begun = must(await initiate({ ...device, remoteKey }, unhex(first.payload)))
  expect(hex(begun.message)).toBe(first.ciphertext)
  const heard = must(await respond(machine, unhex(first.ciphertext)))
  expect(hex(heard.payload)).toBe(first.payload)
  expect(hex(heard.remoteKey)).toBe(hex(device.staticKey.publicKey))
  const answered = must(await heard.answer(unhex(second.payload)))
  expect(hex(answered.message)).toBe(second.ciphertext)
  const finished = must(await begun.finish(unhex(second.ciphertext)))
  expect(hex(finished.payload)).toBe(second.payload)

  const ends = [finished.transport, answered.transport]
  expect(hex(ends[0]?.handshakeHash ?? unhex(''))).toBe(hex(answered.transport.handshakeHash))
  if (vector.handshake_hash) expect(hex(finished.transport.handshakeHash)).toBe(vector.handshake_hash)
  for (const [n, { payload, ciphertext }] of rest.entries()) {
    const [from, to] =
      n % 2 === 0 ? [finished.transport, answered.transport] : [answered.transport, finished.transport]
    expect(hex(must(await from.seal(unhex(payload))))).toBe(ciphertext)
    const seen: NoiseResult<string> = await to.open(unhex(ciphertext), hex)
    expect(must(seen)).toBe(payload)
  }
}
