import { expect, test } from 'bun:test'
import pino from 'pino'
import { relayCodeOf } from '../shared/relay/close-codes.ts'
import { tempHome } from '../shared/testing/temp-home.ts'
import { type Static, type TSchema, Value } from '../shared/typebox.ts'
import { type NewDevice, SignedIn } from '../shared/wire/identity.ts'
import { RegisteredMachine, Tokens } from '../shared/wire/machine.ts'
import { type Client, dial, refusalOf } from './relay/testing/client.ts'
import { startAuthority } from './start.ts'
import { startDaemon, type TestDaemon } from './testing/daemon.ts'
import { newDevice, PASSWORD } from './testing/rig.ts'

interface Session {
  device: string
  ask(method: string, path: string, body?: object): Promise<unknown>
  as<T extends TSchema>(schema: T, method: string, path: string, body?: object): Promise<Static<T>>
}

/** Over real sockets: an authority with its relay, a daemon, and a device with an open circuit. */
async function story() {
  const home = await tempHome()
  const started = await startAuthority({
    home: home.path,
    host: null,
    port: 0,
    env: { HOME: home.path },
    log: pino({ level: 'silent' }),
  })
  if (!started.ok) throw new Error(started.refusal.message)
  const { authority } = started
  const signIn = async (path: string, body: object, device: NewDevice): Promise<Session> => {
    const ask = async (method: string, where: string, given?: object, token?: string): Promise<unknown> => {
      const headers = {
        'content-type': 'application/json',
        'x-fairlead-client': 'cli',
        authorization: `Bearer ${token}`,
      }
      if (token === undefined) Reflect.deleteProperty(headers, 'authorization')
      const sent = given === undefined ? {} : { body: JSON.stringify(given) }
      return (await fetch(authority.url + where, { method, headers, ...sent })).json()
    }
    const given = must(SignedIn, await ask('POST', path, { ...body, device }))
    const askAs = (method: string, where: string, more?: object) =>
      ask(method, where, more, given.token ?? '')
    return {
      device: given.device?.id ?? '',
      ask: askAs,
      as: async (schema, method, where, more) => must(schema, await askAs(method, where, more)),
    }
  }
  const token = authority.setUpLink()?.split('#')[1]
  const ada = await signIn('/v1/set-up', { token, name: 'ada', password: PASSWORD }, newDevice())
  const made = await ada.as(RegisteredMachine, 'POST', '/v1/machines', { label: 'desk' })
  const daemon = await startDaemon(authority.url, made.enrollment.code)
  await ada.ask('PATCH', `/v1/machines/${daemon.machine}`, { remoteChat: true })
  const again = () => signIn('/v1/login', { name: 'ada', password: PASSWORD }, newDevice())
  const phone = await again()
  const capability = await capabilityOf(phone, daemon.machine)
  const end = async (): Promise<void> => {
    await authority.stop()
    await home.remove()
  }
  const connect = async (): Promise<Client> => {
    const device = await dial(`${authority.url.replace('http', 'ws')}/relay/connect`)
    device.send({ v: 1, capability })
    return device
  }
  return { ada, phone, daemon, again, connect, end }
}

type Story = Awaited<ReturnType<typeof story>>

function must<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (Value.Check(schema, value)) return value
  throw new TypeError(`unexpected: ${JSON.stringify(value)}`)
}

async function capabilityOf(session: Session, machine: string): Promise<string> {
  const { tokens } = await session.as(Tokens, 'POST', '/v1/tokens', { machines: [machine] })
  const [first] = tokens
  return first && 'capability' in first ? first.capability : ''
}

async function openCircuit({ connect, daemon }: Story): Promise<Client> {
  const device = await connect()
  const far = await daemon.accept()
  await device.nextJson()
  far.send(Buffer.from('hello'))
  expect(await device.nextBytes(5)).toEqual(Buffer.from('hello'))
  return device
}

const acts: [string, string, (told: Story) => Promise<unknown>, object | null][] = [
  [
    'sign-out',
    'session_revoked',
    ({ phone }) => phone.ask('POST', '/v1/logout'),
    { sid: expect.any(String) },
  ],
  [
    'a device retired from another one',
    'device_revoked',
    ({ ada, phone }) => ada.ask('DELETE', `/v1/devices/${phone.device}`),
    { dev: expect.stringMatching(/^d_/) },
  ],
  [
    'a sign-in evicted by newer ones',
    'session_revoked',
    async ({ again }) => {
      for (let n = 0; n < 10; n++) await again()
    },
    { sid: expect.any(String) },
  ],
  [
    'remote chat switched off',
    'stale_capability',
    ({ ada, daemon }) => ada.ask('PATCH', `/v1/machines/${daemon.machine}`, { remoteChat: false }),
    { sub: expect.stringMatching(/^u_/) },
  ],
  [
    'the machine revoked',
    'machine_revoked',
    ({ ada, daemon }) => ada.ask('DELETE', `/v1/machines/${daemon.machine}`),
    null,
  ],
]

test.each(acts)(
  '%s: the open circuit closes, the next one is refused, the machine is told',
  async (_, code, act, told) => {
    const it = await story()
    const device = await openCircuit(it)
    await act(it)
    expect<string | null>(relayCodeOf((await device.closed).code)).toBe(code)
    expect((await refusalOf(await it.connect())).code).toBe(code)
    if (told) expect(await toldOf(it.daemon, told)).toMatchObject(told)
    await it.end()
  },
)

/** The first order that says what is expected; others may come before it. */
async function toldOf(daemon: TestDaemon, told: object): Promise<object> {
  for (;;) {
    const order = await daemon.order()
    if (order.t === 'revoked' && Object.keys(told).every((key) => key in order)) return order
  }
}
