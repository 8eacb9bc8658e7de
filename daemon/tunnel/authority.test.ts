/** A daemon beside a real authority, as role `all` has them: from an empty home to a request through a circuit. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import pino from 'pino'
import { type RunningAuthority, startAuthority } from '../../server/start.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { Value } from '../../shared/typebox.ts'
import { SignedIn } from '../../shared/wire/identity.ts'
import { type MachineToken, Tokens } from '../../shared/wire/machine.ts'
import { type RunningDaemon, startDaemon } from '../start.ts'
import { signerOf } from '../testing/authority.ts'
import { type TestDevice, testDevice } from '../testing/device.ts'

const log = pino({ level: 'silent' })
type Token = Extract<MachineToken, { capability: string }>

let home: TempHome
let authority: RunningAuthority
let daemon: RunningDaemon
let machine: string
let device: TestDevice
let signedIn: SignedIn

beforeAll(async () => {
  home = await tempHome()
  const options = { home: home.path, host: null, port: 0, env: { HOME: home.path }, log }
  const up = await startAuthority({ ...options, local: 'tower' })
  if (!up.ok) throw new Error(up.refusal.message)
  authority = up.authority
  const started = await startDaemon(options)
  if (!started.ok) throw new Error(started.refusal.message)
  daemon = started.daemon
  const local = authority.localMachine()
  const enrolled = await daemon.enroll({ origin: authority.url, code: local?.code ?? '' })
  if (!enrolled.ok) throw enrolled.error
  machine = enrolled.value.machine
  await daemon.tunnelUp()
  device = testDevice({
    issuer: authority.issuer,
    machine,
    relayUrl: daemon.enrolled()?.relayUrl ?? '',
    signer: signerOf(1),
    enrolled: () => null,
  })
  signedIn = await setUp()
})
afterAll(async () => {
  await daemon.stop('all')
  await authority.stop()
  await home.remove()
}, 20_000)

async function post(path: string, body: object, token: string | null = null): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    'x-fairlead-client': 'cli',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const response = await fetch(`${authority.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return response.json()
}

async function setUp(): Promise<SignedIn> {
  const answer = await post('/v1/set-up', {
    token: authority.setUpLink()?.split('#')[1],
    name: 'ada',
    password: 'a long enough password',
    device: { key: device.publicKey, name: 'browser', platform: 'test' },
  })
  if (!Value.Check(SignedIn, answer)) throw new Error(JSON.stringify(answer))
  return answer
}

async function token(): Promise<Token> {
  const answer = await post('/v1/tokens', { machines: [machine] }, signedIn.token)
  const one = Value.Check(Tokens, answer) ? answer.tokens[0] : undefined
  if (!one || !('capability' in one)) throw new Error(JSON.stringify(answer))
  return one
}

test('the first admin’s device is let in by the pairing secret, and does what an owner does', async () => {
  const { capability, machineKey } = await token()
  const { secret } = daemon.newPairing()
  const circuit = await device.circuit({ capability, machineKey, pairing: secret })
  expect(circuit.paired).toBe(true)
  const made = await circuit.fetch('http://machine/v1/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'demo', cwd: home.path }),
  })
  expect(made.status).toBe(201)
  circuit.close()
})

test('its circuits are renewed with what the authority mints next', async () => {
  const first = await token()
  const circuit = await device.circuit({ capability: first.capability, machineKey: first.machineKey })
  // A capability's times are whole seconds: the next one ends later from the next second on.
  await Bun.sleep(1_050)
  circuit.renew((await token()).capability)
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.close()
})

test('the authority’s next signing key is learned, and what it signs is taken', async () => {
  authority.rotateKeys()
  const { capability, machineKey } = await token()
  const circuit = await device.circuit({ capability, machineKey })
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.close()
})

test('signing out ends the circuit that was open, and the next is refused', async () => {
  const { capability, machineKey } = await token()
  const circuit = await device.circuit({ capability, machineKey })
  await post('/v1/logout', {}, signedIn.token)
  expect(await circuit.endpoint.closed).toBeDefined()
  expect(await device.open({ capability, machineKey })).toEqual({ kind: 'refused', code: 'session_revoked' })
})
