/** Every route of the daemon against every set of scopes, asked through real circuits. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import { type Need, routeScopes } from '../auth/route-scopes.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { type TestCircuit, type TestDevice, testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'

let authority: TestAuthority
let machine: EnrolledMachine
let device: TestDevice

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING })
  device = testDevice(authority)
  const first = await device.circuit({ pairing: PAIRING })
  first.close()
}, 20_000)
afterAll(async () => {
  await machine.end()
  await authority.stop()
}, 20_000)

const setsOfScopes: Scope[][] = Array.from({ length: 2 ** ALL_SCOPES.length }, (_, bits) =>
  ALL_SCOPES.filter((_scope, n) => bits & (1 << n)),
)

/** A body that no route takes, so that what passes does nothing. */
const BODY = '{"origin": 1, "on": 1, "text": 1, "cwd": 1, "code": 1, "title": 1}'

async function isRefused({ fetch }: TestCircuit, method: string, path: string): Promise<boolean> {
  const abort = new AbortController()
  const response = await fetch(`http://machine${path.replace(/:\w+/g, 'x')}`, {
    method,
    signal: abort.signal,
    ...(method === 'GET' ? {} : { body: BODY, headers: { 'content-type': 'application/json' } }),
  })
  // A stream that is let through never ends by itself.
  const code = response.status === 403 ? (await response.json()).error.code : response.status
  abort.abort()
  return code === 'scope_missing'
}

test('a capability that allows nothing opens no circuit', async () => {
  const opened = await device.open({ capability: device.mint({ scp: [] }) })
  expect(opened).toEqual({ kind: 'refused', code: 'token_malformed' })
})

test.each(setsOfScopes.slice(1).map((scopes) => [scopes.join(' '), scopes] as const))(
  'a circuit that may %s is served what asks for no more, and refused everything else',
  async (_, scopes) => {
    const circuit = await device.circuit({ capability: device.mint({ scp: scopes }) })
    const wrong: string[] = []
    for (const [name, need] of Object.entries<Need>(routeScopes)) {
      const [method = '', path = ''] = name.split(' ')
      const may = need !== 'local' && scopes.includes(need)
      if ((await isRefused(circuit, method, path)) === may) wrong.push(name)
    }
    expect(wrong).toEqual([])
    circuit.close()
  },
  30_000,
)

test('what is no route, or another way to write one, is served to no circuit', async () => {
  const circuit = await device.circuit()
  for (const [method, path] of [
    ['GET', '/v1/later'],
    ['POST', '/v1/status'],
    ['PUT', '/v1/sessions'],
    ['POST', '/V1/shutdown'],
    ['POST', '/v1/shutdown/'],
    ['POST', '/v1/%73hutdown'],
  ] as const) {
    const answer = await circuit.fetch(`http://machine${path}`, { method })
    expect([path, [403, 404].includes(answer.status)]).toEqual([path, true])
  }
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.close()
})

test('the socket’s own ways in are none by circuit: no secret, Host, Origin or forwarded name counts', async () => {
  const circuit = await device.circuit({ capability: device.mint({ scp: ['session:write'] }) })
  for (const headers of [
    { authorization: 'Bearer x' },
    { cookie: 'fl=x' },
    { host: '127.0.0.1' },
    { origin: 'http://127.0.0.1:7887' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-principal': 'local' },
  ]) {
    const answer = await circuit.fetch('http://machine/v1/status', { headers })
    expect(answer.ok).toBe(false)
  }
  circuit.close()
})
