import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { TunnelChallenge } from '../shared/relay/messages.ts'
import { tempHome } from '../shared/testing/temp-home.ts'
import { Value } from '../shared/typebox.ts'
import { SignedIn } from '../shared/wire/identity.ts'
import { type RunningAuthority, type StartOptions, startAuthority } from './start.ts'
import { startDaemon } from './testing/daemon.ts'
import { newDevice, PASSWORD } from './testing/rig.ts'

const log = pino({ level: 'silent' })

async function mustStart(home: string, env: Record<string, string> = {}): Promise<RunningAuthority> {
  const started = await startAuthority({ home, host: null, port: 0, env: { HOME: home, ...env }, log })
  if (!started.ok) throw new Error(started.refusal.message)
  return started.authority
}

const setUp = (authority: RunningAuthority, link: string | null) =>
  fetch(`${authority.url}/v1/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
    body: JSON.stringify({
      token: link?.split('#')[1],
      name: 'ada',
      password: PASSWORD,
      device: newDevice(),
    }),
  })

test('a first start makes a home of its own, an issuer and a link; the next ones keep issuer, port and people', async () => {
  await using home = await tempHome()
  const first = await mustStart(home.path)
  const { issuer, url } = first
  expect(statSync(join(home.path, 'authority')).mode & 0o777).toBe(0o700)
  expect(statSync(join(home.path, 'authority', 'authority.db')).mode & 0o777).toBe(0o600)
  const burnt = first.setUpLink()
  expect(burnt).toMatch(/^\/set-up#fu_[0-9a-z]{32}$/)
  await first.stop()

  const second = await mustStart(home.path)
  expect([second.issuer, second.url, second.origin]).toEqual([issuer, url, url])
  expect((await setUp(second, burnt)).status).toBe(409)
  const answer: unknown = await (await setUp(second, second.setUpLink())).json()
  if (!Value.Check(SignedIn, answer)) throw new Error('nobody was signed in')
  await second.stop()

  const third = await mustStart(home.path)
  expect(third.setUpLink()).toBe(null)
  const me = await fetch(`${third.url}/v1/me`, { headers: { authorization: `Bearer ${answer.token}` } })
  expect(me.status).toBe(200)
  await third.stop()
})

test('in a home with a daemon the machine beside it waits for the first admin, and nothing is made where none runs', async () => {
  await using home = await tempHome()
  const alone = await mustStart(home.path)
  expect(alone.localMachine()).toBe(null)
  await alone.stop()
  const options = { home: home.path, host: null, port: 0, env: { HOME: home.path }, log }
  const started = await startAuthority({ ...options, local: 'tower.lan' })
  if (!started.ok) throw new Error(started.refusal.message)
  const { authority } = started
  const local = authority.localMachine()
  const daemon = await startDaemon(authority.url, local?.code ?? '')
  expect(daemon.machine).toBe(local?.machine ?? '')
  const answer: unknown = await (await setUp(authority, authority.setUpLink())).json()
  const authorization = `Bearer ${Value.Check(SignedIn, answer) ? answer.token : ''}`
  const machines = await fetch(`${authority.url}/v1/machines`, { headers: { authorization } })
  expect(await machines.json()).toMatchObject([
    { id: daemon.machine, label: 'tower.lan', owned: true, online: true, remoteChat: true, enrolled: true },
  ])
  await authority.stop()
})

test('a home has one authority, a port one program, and settings that are wrong are named', async () => {
  await using home = await tempHome()
  await using other = await tempHome()
  const authority = await mustStart(home.path)
  const start = async (path: string, options: Partial<StartOptions>) => {
    const started = await startAuthority({
      home: path,
      host: null,
      port: 0,
      log,
      env: { HOME: path },
      ...options,
    })
    return started.ok ? 'started' : started.refusal.code
  }
  expect(await start(home.path, {})).toBe('home_locked')
  expect(await start(other.path, { port: Number(new URL(authority.url).port) })).toBe('port_taken')
  expect(await start(other.path, { env: { HOME: other.path, FAIRLEAD_ORIGIN: 'x' } })).toBe('config_invalid')
  expect(await start('/proc/nowhere', {})).toBe('home_unwritable')
  await authority.stop()
  await Bun.write(
    join(other.path, 'authority', 'authority.db'),
    'not a database at all, but long enough to be read',
  )
  expect(await start(other.path, {})).toBe('database_corrupt')
})

test('the relay has its doors on the same port, under a known name only', async () => {
  await using home = await tempHome()
  const authority = await mustStart(home.path)
  const socket = new WebSocket(`${authority.url.replace('http', 'ws')}/relay/tunnel`)
  const said = await new Promise<unknown>((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)))
    socket.onerror = () => reject(new Error('no socket'))
  })
  expect(Value.Check(TunnelChallenge, said)).toBe(true)
  socket.close()
  for (const path of ['/relay/tunnel', '/v1/login', '/health']) {
    const wrong = await fetch(authority.url + path, { headers: { host: 'evil.example' } })
    expect([path, wrong.status]).toEqual([path, 421])
  }
  await authority.stop()
})

test('behind a proxy that is trusted the client’s own address counts, else the proxy’s', async () => {
  await using home = await tempHome()
  const authority = await mustStart(home.path, { FAIRLEAD_TRUSTED_PROXY_HOPS: '1' })
  const guess = (address: string) =>
    fetch(`${authority.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli', 'x-forwarded-for': address },
      body: JSON.stringify({ name: 'ada', password: 'not the password' }),
    })
  for (let n = 0; n < 5; n++) await guess('198.51.100.1')
  expect((await guess('198.51.100.1')).status).toBe(429)
  expect((await guess('198.51.100.2')).status).toBe(401)
  await authority.stop()
})

test('a body that is larger than any may be is not read', async () => {
  await using home = await tempHome()
  const authority = await mustStart(home.path)
  for (const bytes of [70_000, 300_000]) {
    const big = await fetch(`${authority.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
      body: JSON.stringify({ name: 'x'.repeat(bytes), password: 'x' }),
    })
    expect([big.status, await big.json()]).toMatchObject([413, { error: { code: 'body_too_large' } }])
  }
  const endless = await fetch(`${authority.url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
    body: new Blob(['{}']).stream(),
  })
  expect(await endless.json()).toMatchObject({ error: { code: 'invalid_request' } })
  await authority.stop()
})
