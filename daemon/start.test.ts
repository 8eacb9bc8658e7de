import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import pino from 'pino'
import { type TempHome, tempHome } from '../shared/testing/temp-home.ts'
import { askDigest } from '../shared/wire/ask-digest.ts'
import { type RunningDaemon, startDaemon } from './start.ts'
import type { StartOptions } from './take-home.ts'
import { connect, data, type Rig, until, untilSession } from './testing/rig.ts'

let temp: TempHome
let made = 0

beforeAll(async () => {
  temp = await tempHome()
})
afterAll(() => temp.remove())

const log = pino({ level: 'silent' })
const place = (): string => join(temp.path, String(++made))
const environment = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' }

interface Started {
  daemon: RunningDaemon
  rig: Rig
}

/** A daemon in this process, asked over its socket like any other. */
async function start(home: string, options: Partial<StartOptions> = {}): Promise<Started> {
  const env = { ...environment, HOME: home }
  const started = await startDaemon({ home, host: null, port: 0, env, log, ...options })
  if (!started.ok) throw new Error(`${started.refusal.code}: ${started.refusal.message}`)
  const { daemon } = started
  const rig: Rig = {
    pid: process.pid,
    url: daemon.url,
    api: connect(daemon.socket),
    fetch: (path, init) => fetch(`http://machine${path}`, { ...init, unix: daemon.socket }),
    kill: () => Promise.reject(new TypeError('this process is not to be killed')),
    stop: async (mode) => void (await daemon.stop(mode)),
  }
  return { daemon, rig }
}

async function begin({ rig }: Started, cwd: string, text: string): Promise<string> {
  return data(await rig.api.v1.sessions.post({ agent: 'demo', cwd, text })).id
}

async function approve({ rig }: Started, session: string): Promise<void> {
  const blocked = await untilSession(rig, session, (now) => now.status === 'blocked')
  const path = rig.api.v1.sessions({ session }).asks({ ask: blocked.asks[0]?.id ?? '' })
  const ask = data(await path.get())
  data(await path.answer.post({ shown: askDigest(ask), option: 'once' }))
}

const isResult = (event: { type: string }): boolean => event.type === 'turn_result'

test('what is under way stays with the keeper when a daemon stops, and goes on with the next one', async () => {
  const home = place()
  const first = await start(home)
  const idle = await begin(first, temp.path, 'say: done')
  const busy = await begin(first, temp.path, `run: echo two > ${join(temp.path, 'two.txt')}`)
  await until(first.rig, idle, isResult)
  await untilSession(first.rig, busy, (now) => now.status === 'blocked')
  expect(await first.daemon.stop('keep')).toEqual({ kept: 1 })

  const second = await start(home)
  const back = await untilSession(second.rig, idle, (now) => now.status === 'idle')
  expect(back.reason).toBeUndefined()
  await approve(second, busy)
  const events = await until(second.rig, busy, isResult)
  expect(events.at(-1)).toMatchObject({ stopReason: 'end_turn' })
  expect(await Bun.file(join(temp.path, 'two.txt')).text()).toBe('two\n')
  expect(await second.daemon.stop('all')).toEqual({ kept: 0 })
}, 20_000)

test('a keeper that dies takes its runs along, and their sessions come back', async () => {
  const home = place()
  const started = await start(home)
  const session = await begin(started, temp.path, 'say: one\nrun: true')
  await until(started.rig, session, (event) => event.type === 'permission_request')
  const { keeper } = data(await started.rig.api.v1.status.get()).daemon
  if (!keeper) throw new Error('there is no keeper')
  process.kill(keeper.pid, 'SIGKILL')
  const events = await until(
    started.rig,
    session,
    (event) => event.type === 'session_status' && event.status === 'resumed',
  )
  expect(events.filter((event) => event.type !== 'message_delta').slice(-5)).toMatchObject([
    { type: 'permission_resolved', outcome: 'agent_gone' },
    { type: 'tool_call', status: 'cancelled' },
    { type: 'turn_result', stopReason: 'interrupted' },
    { type: 'session_status', status: 'exited', reason: 'daemon_restarted' },
    { type: 'session_status', status: 'resumed' },
  ])
  await started.daemon.stop('all')
}, 20_000)

test('a stopped agent, one that cannot start and one that starts again each say so', async () => {
  const home = place()
  const started = await start(home, {
    env: { ...environment, HOME: home, FAIRLEAD_AGENT_KIMI: '/bin/false' },
  })
  const { api } = started.rig
  const failing = data(await api.v1.sessions.post({ agent: 'kimi', cwd: temp.path, text: 'kept' }))
  const failed = await untilSession(started.rig, failing.id, (now) => now.status === 'exited')
  expect(failed).toMatchObject({ reason: 'start_failed', queue: [{ text: 'kept' }] })
  const session = await begin(started, temp.path, 'say: hello')
  await until(started.rig, session, isResult)
  const stopped = data(await api.v1.sessions({ session }).stop.post())
  expect(stopped).toMatchObject({ status: 'exited', reason: 'stopped' })
  data(await api.v1.sessions({ session }).prompt.post({ text: 'say: again' }))
  const again = await until(started.rig, session, isResult, stopped.lastSeq)
  expect(again.at(-1)).toMatchObject({ stopReason: 'end_turn' })
  expect(data(await api.v1.sessions({ session }).delete())).toEqual({ deleted: session })
  await started.daemon.stop('all')
}, 20_000)

test('a second start on a living home is refused and harms nothing', async () => {
  const home = place()
  const first = await start(home)
  const second = await startDaemon({ home, host: null, port: 0, env: { ...environment, HOME: home }, log })
  expect(second).toMatchObject({ ok: false, refusal: { code: 'home_locked' } })
  expect(data(await first.rig.api.v1.status.get()).daemon.pid).toBe(process.pid)
  await first.daemon.stop('all')
  await (await start(home)).daemon.stop('all')
}, 20_000)
