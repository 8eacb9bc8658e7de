/** What nobody admitted gets no further than the door, on every route there is; what it may learn there is nothing. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import pino from 'pino'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { createAgents } from '../agents/agents.ts'
import { createDaemon, type Daemon } from '../create-daemon.ts'
import { openDatabase } from '../db/open.ts'
import { daemonLimits } from '../limits.ts'
import { type Machine, startMachine } from '../testing/machine.ts'
import { noNetwork } from '../testing/no-network.ts'
import { admit } from './principal.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

const PUBLIC = ['GET /health', 'GET /ready']
const SECRETS = 'the words of an unexpected failure'

let home: TempHome
let daemon: Daemon
let machine: Machine
const logged: string[] = []

beforeAll(async () => {
  home = await tempHome()
  machine = await startMachine()
  const opened = openDatabase(join(home.path, 'daemon.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const clock = fakeClock()
  const limits = daemonLimits
  const place = { home: home.path, bunPath: process.execPath, demoMain: '/nowhere', clock, limits }
  daemon = createDaemon({
    db: opened.db,
    home: home.path,
    clock,
    random: seededRandom(1),
    limits,
    version: '0.0.0',
    platform: process.platform,
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
    agents: createAgents({ ...place, inherited: {}, agentCommands: {} }),
    network: noNetwork,
    openKeeper: () => Promise.reject(new TypeError('there is no keeper here')),
    machine: {
      pid: 1,
      startedAt: 0,
      url: () => {
        throw new TypeError(SECRETS)
      },
      ready: () => true,
      shutDown: () => Promise.reject(new TypeError(SECRETS)),
    },
  })
})
afterAll(async () => {
  await machine.end()
  daemon.close()
  await home.remove()
}, 20_000)

const routes = () =>
  daemon.app.routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replace(/:\w+/g, 'x').replace(/\/$/, '') || '/',
  }))

const envelope = (code: string) => ({ error: { code, message: expect.any(String) } })

test('every route but the public ones is refused by the app itself to a request that nobody admitted', async () => {
  expect(routes().length).toBeGreaterThan(20)
  const open: string[] = []
  for (const { name, method, path } of routes()) {
    for (const body of method === 'GET' ? [null] : [null, '{', '{}']) {
      const headers = {
        'content-type': 'application/json',
        'x-principal': 'local',
        authorization: 'Bearer x',
      }
      const request = new Request(`http://machine${path}`, { method, headers, body })
      const response = await daemon.app.fetch(request)
      if (response.status !== 401) open.push(name)
      else expect(await response.json()).toEqual(envelope('unauthenticated'))
    }
  }
  expect(open).toEqual(PUBLIC)
})

test('and so it is over the real port, where the list of routes is not told apart from what is none', async () => {
  const open: string[] = []
  const others = [
    'GET /',
    'GET /v1',
    'GET /v2/status',
    'POST /health',
    'HEAD /v1/status',
    'OPTIONS /v1/sessions',
  ]
  const all = [
    ...routes(),
    ...others.map((name) => ({ name, method: name.split(' ')[0] ?? '', path: name.split(' ')[1] ?? '' })),
  ]
  for (const { name, method, path } of all) {
    const response = await fetch(`${machine.rig.url}${path}`, { method })
    if (response.status !== 401) open.push(name)
  }
  expect(open).toEqual(PUBLIC)
})

test('the public routes say nothing but that they are there', async () => {
  for (const path of ['/health', '/ready']) {
    const response = await fetch(`${machine.rig.url}${path}`, { headers: { host: 'evil.example' } })
    expect(await response.json()).toEqual({ ok: true })
  }
})

test('an unexpected failure is told as such: its words go to the log and to nobody else', async () => {
  for (const [method, path] of [
    ['GET', '/v1/status'],
    ['POST', '/v1/shutdown'],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const body = method === 'POST' ? '{}' : null
    const request = new Request(`http://machine${path}`, { method, headers, body })
    admit(request, { kind: 'local' })
    const response = await daemon.app.fetch(request)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual(envelope('internal'))
    expect(text).not.toContain(SECRETS)
    expect(logged.at(-1)).toContain(SECRETS)
  }
})
