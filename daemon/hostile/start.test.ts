/** Agents that do not start: what each reads as, what is kept, and how it is tried again. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type Machine, startMachine, textOf } from '../testing/machine.ts'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
const gate = () => join(home.path, 'gate')
const lines = (name: string) => readFileSync(join(home.path, name), 'utf8')

beforeAll(async () => {
  home = await tempHome()
  machine = await startMachine({
    home,
    limits: { startMs: 3_000 },
    env: {
      FAIRLEAD_AGENT_GOOSE: puppetCommand('--refuse-while', gate()),
      FAIRLEAD_AGENT_KIMI: puppetCommand('--silent'),
      FAIRLEAD_AGENT_CURSOR: join(home.path, 'no-such-program'),
      FAIRLEAD_AGENT_CLAUDE: puppetCommand('--modes', 'auto,default', '--log', join(home.path, 'claude')),
      FAIRLEAD_AGENT_QWEN: puppetCommand('--modes', 'auto,default', '--modes-refused'),
      FAIRLEAD_AGENT_GROK: '/bin/true',
      FAIRLEAD_AGENT_CODEX: puppetCommand(
        '--modes',
        'agent,read-only',
        '--die-at-mode',
        join(home.path, 'died'),
      ),
    },
  })
})
afterAll(() => machine.end(), 20_000)

const exited = (session: string) => machine.session(session, (now) => now.status === 'exited')
const done = steps({ say: 'here' }, { end: 'end_turn' })

test('an agent that refuses to start keeps the first message; messages are refused until a resume tries again', async () => {
  writeFileSync(gate(), '')
  const session = await machine.begin(done, 'goose')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'start_failed', detail: 'not today', conversation: null, turn: null })
  expect(now.queue.map(({ text }) => text)).toEqual([done])
  const refused = await machine.acts(session).prompt.post({ text: 'more' })
  expect(refused.error).toMatchObject({ status: 409, value: { error: { code: 'start_failed' } } })
  data(await machine.acts(session).resume.post())
  expect(await machine.event(session, 'session_status', 2)).toMatchObject({ reason: 'start_failed' })
  rmSync(gate())
  data(await machine.acts(session).resume.post())
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn', prompts: [1] })
  expect(textOf(await machine.events(session))).toBe('here')
})

test('a resume that is refused puts the earlier reason back, with what was said', async () => {
  const session = await machine.begin(done, 'goose')
  await machine.event(session, 'turn_result')
  data(await machine.acts(session).stop.post())
  writeFileSync(gate(), '')
  await machine.prompt(session, done)
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'stopped', detail: 'not today' })
  rmSync(gate())
  data(await machine.acts(session).resume.post())
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ stopReason: 'end_turn' })
})

test('a start without an answer is given up', async () => {
  const session = await machine.begin('hello', 'kimi')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'start_timeout', conversation: null })
  expect(now.queue).toHaveLength(1)
  const refused = await machine.acts(session).prompt.post({ text: 'more' })
  expect(refused.error).toMatchObject({ status: 409, value: { error: { code: 'start_failed' } } })
})

test('an agent whose program ends at once failed to start', async () => {
  const session = await machine.begin('hello', 'grok')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'start_failed' })
  expect(now.detail).toContain('ended with code 0')
})

test('a program or a directory that is not there is refused before anything is made', async () => {
  const before = data(await machine.rig.api.v1.sessions.get()).length
  const missing = await machine.rig.api.v1.sessions.post({ agent: 'cursor', cwd: home.path })
  expect(missing.error).toMatchObject({ status: 409, value: { error: { code: 'agent_missing' } } })
  const unknown = await machine.rig.api.v1.sessions.post({ agent: 'nobody', cwd: home.path })
  expect(unknown.error).toMatchObject({ status: 404, value: { error: { code: 'agent_not_found' } } })
  const cwd = join(home.path, 'nowhere')
  const nowhere = await machine.rig.api.v1.sessions.post({ agent: 'goose', cwd })
  expect(nowhere.error).toMatchObject({ status: 409, value: { error: { code: 'workspace_missing' } } })
  const relative = await machine.rig.api.v1.sessions.post({ agent: 'goose', cwd: 'here' })
  expect(relative.error).toMatchObject({
    value: { error: { code: 'invalid_request', detail: { field: 'cwd' } } },
  })
  expect(data(await machine.rig.api.v1.sessions.get())).toHaveLength(before)
})

test('a directory that went away keeps a session from coming back, in words, until it is there again', async () => {
  const cwd = join(home.path, 'workspace')
  mkdirSync(cwd)
  const { id } = data(await machine.rig.api.v1.sessions.post({ agent: 'goose', cwd, text: done }))
  await machine.event(id, 'turn_result')
  data(await machine.acts(id).stop.post())
  rmSync(cwd, { recursive: true })
  data(await machine.acts(id).resume.post())
  const now = await exited(id)
  expect(now).toMatchObject({ reason: 'stopped', detail: expect.stringContaining(cwd) })
  mkdirSync(cwd)
  data(await machine.acts(id).resume.post())
  await machine.session(id, (one) => one.status === 'idle')
})

test('an agent that would not ask is put into the mode in which it does, before it gets a message', async () => {
  const session = await machine.begin(done, 'claude')
  await machine.event(session, 'turn_result')
  const methods = lines('claude')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).method)
  expect(methods).toEqual(['initialize', 'session/new', 'session/set_mode', 'session/prompt'])
  const now = await machine.session(session, (one) => one.status === 'idle')
  expect(now.controls).toMatchObject([{ id: 'mode', value: 'default' }])
})

test('the mode that a person chose comes back with the session', async () => {
  const session = await machine.begin(done, 'claude')
  await machine.event(session, 'turn_result')
  data(await machine.acts(session).controls({ control: 'mode' }).post({ value: 'auto' }))
  data(await machine.acts(session).stop.post())
  data(await machine.acts(session).resume.post())
  const now = await machine.session(session, (one) => one.status === 'idle')
  expect(now.controls).toMatchObject([{ id: 'mode', value: 'auto' }])
  expect(lines('claude').trim().split('\n').at(-1)).toContain('session/resume')
})

test('an agent that does not take the asking mode says so in the log, and goes on in its own', async () => {
  const session = await machine.begin(done, 'qwen')
  expect(await machine.event(session, 'error')).toMatchObject({ code: 'mode_refused' })
  await machine.event(session, 'turn_result')
  const now = await machine.session(session, (one) => one.status === 'idle')
  expect(now.controls).toMatchObject([{ id: 'mode', value: 'auto' }])
})

test('an agent that dies before it took the asking mode is asked for it again, not left in its own', async () => {
  const session = await machine.begin(done, 'codex')
  expect(await machine.event(session, 'session_status')).toMatchObject({ reason: 'agent_exited' })
  // It comes back by itself: its message waits.
  await machine.event(session, 'turn_result')
  const later = await machine.session(session, (one) => one.status === 'idle')
  expect(later.controls).toMatchObject([{ id: 'mode', value: 'read-only' }])
  expect((await machine.events(session)).filter((event) => event.type === 'error')).toEqual([])
})
