import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { markedProcesses, noneMarked } from '../../shared/testing/processes.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import {
  environment,
  finish,
  linesOf,
  MARK,
  onTerminal,
  type Ran,
  type Started,
  start,
} from './cli-process.testing.ts'

const mark = `cli-${process.pid}`
let temp: TempHome
let work: string
let env: Record<string, string>
let daemon: Started
let ready: string

const cli = (...args: string[]): Promise<Ran> => finish(start(env, work, args))
const json = async (...args: string[]) => {
  const { code, out, err } = await cli(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const refused = async (...args: string[]) => {
  const { code, err } = await cli(...args, '--json')
  return { exit: code, code: JSON.parse(err).error.code }
}
const eventsIn = (out: string): { seq: number; type: string; [field: string]: unknown }[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

async function up(): Promise<void> {
  daemon = start(env, work, ['up', '--port', '0', '--no-open', '--json'])
  ready = await linesOf(daemon.stdout).next()
}

/** Waits in the log itself for the event, from the beginning. */
async function until(session: string, type: string): Promise<Record<string, unknown>> {
  const following = start(env, work, ['events', session, '--follow', '--json'])
  const lines = linesOf(following.stdout)
  try {
    for (;;) {
      const event = JSON.parse(await lines.next())
      if (event.type === type) return event
    }
  } finally {
    following.kill()
    await following.exited
  }
}

beforeAll(async () => {
  temp = await tempHome()
  work = join(temp.path, 'work')
  await mkdir(work)
  env = environment(join(temp.path, 'home'), mark)
  await up()
})

afterAll(async () => {
  const keeper = JSON.parse((await cli('status', '--json')).out).daemon?.keeper?.pid
  await cli('down', '--sessions')
  if (typeof keeper === 'number') process.kill(keeper)
  await daemon.exited
  await temp.remove()
  await noneMarked(MARK, mark)
})

describe('the machine', () => {
  test('says it is ready in one line, and status says the same', async () => {
    const { ready: said } = JSON.parse(ready)
    expect(said).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      setupUrl: null,
      machineId: null,
    })
    const status = await json('status')
    expect(status.daemon).toMatchObject({ url: said.url, home: env.FAIRLEAD_HOME, pid: daemon.pid })
  })

  test('is up once: a second one names the pid of the first', async () => {
    const { code, out, err } = await cli('up', '--port', '0', '--no-open')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(String(daemon.pid))
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('lists its agents, the demo one found', async () => {
    const agents: { id: string; found: boolean }[] = await json('agents')
    expect(agents.find(({ id }) => id === 'demo')?.found).toBe(true)
    expect((await cli('agents')).out).toContain('demo')
  })

  test('passes its own examination', async () => {
    const findings: { check: string; ok: boolean }[] = await json('doctor')
    expect(findings.map(({ check }) => check)).toEqual(['bun', 'git', 'home', 'daemon', 'keeper', 'agents'])
  })
})

describe('run', () => {
  test('prints every event from the first to the result, one a line, and ends as the turn did', async () => {
    const { code, out, err } = await cli(
      'run',
      '--agent',
      'demo',
      '--allow',
      'once',
      '--json',
      'say: one\nrun: echo two',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const events = eventsIn(out)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ type: 'turn_result', stopReason: 'end_turn' })
    expect(events.find(({ type }) => type === 'permission_resolved')).toMatchObject({
      outcome: 'selected',
      option: 'once',
    })
  })

  test('shows people the text, the call with its output, and the end', async () => {
    const { code, out } = await cli('run', '--agent', 'demo', '--allow', 'once', 'say: hello\nrun: echo two')
    expect(code).toBe(0)
    expect(out).toContain('> say: hello\n> run: echo two\n')
    expect(out).toMatch(/hello[\s\S]*\[execute\][\s\S]* {4}two\n[\s\S]*completed\n[\s\S]*-- end turn/)
  })

  test('with --allow none nothing is run', async () => {
    const { out } = await cli('run', '--agent', 'demo', '--allow', 'none', '--json', 'run: touch never')
    expect(eventsIn(out).find(({ type }) => type === 'permission_resolved')).toMatchObject({
      option: 'reject',
    })
    expect(await Bun.file(join(work, 'never')).exists()).toBe(false)
  })

  test('leaves an ask open that nobody here can answer, and names it', async () => {
    const { code, err, out } = await cli('run', '--agent', 'demo', '--json', 'run: echo asked')
    const { error } = JSON.parse(err)
    expect({ code, kind: error.code }).toEqual({ code: 7, kind: 'unanswerable' })
    const asked = eventsIn(out).find(({ type }) => type === 'permission_request')
    expect(error.detail.ask).toBe(asked?.ask)
    const session: string = error.detail.session
    expect(await json('answer', session, '--allow', 'once')).toEqual({
      ask: error.detail.ask,
      outcome: 'selected',
    })
    expect(await until(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
  })

  test('a rule never answers a question', async () => {
    const { code, err } = await cli(
      'run',
      '--agent',
      'demo',
      '--allow',
      'once',
      '--json',
      'ask: Which? | A | B',
    )
    const { error } = JSON.parse(err)
    expect({ code, kind: error.code }).toEqual({ code: 7, kind: 'unanswerable' })
    const { session, ask } = error.detail
    const [open] = (await json('sessions')).filter(({ id }: { id: string }) => id === session)
    expect(open).toMatchObject({ status: 'blocked', asks: [{ id: ask, kind: 'question' }] })
    expect(await json('answer', session, ask, '--decline')).toEqual({ ask, outcome: 'declined' })
    expect(await refused('answer', session, ask, '--decline')).toEqual({ exit: 3, code: 'already_settled' })
  })

  test('an agent’s error and a cancel are told apart by the exit code', async () => {
    expect((await cli('run', '--agent', 'demo', 'error: broken')).code).toBe(4)
    const running = start(env, work, ['run', '--agent', 'demo', '--json', 'think: x\nhang'])
    const lines = linesOf(running.stdout)
    while (JSON.parse(await lines.next()).type !== 'thought_delta') {}
    running.kill('SIGINT')
    expect(await running.exited).toBe(5)
    expect(JSON.parse((await lines.rest()).at(-1) ?? '')).toMatchObject({ stopReason: 'cancelled' })
  })

  test('on a terminal the person chooses by number what the agent offers', async () => {
    const { code, screen } = await onTerminal(
      env,
      work,
      ['run', '--agent', 'demo', 'run: echo chosen > by-hand'],
      [
        ['Answer 1-3: ', 'yes\n'],
        ['Type a number', ''],
        ['Answer 1-3: ', '3\n'],
      ],
    )
    expect(screen).toContain('command: echo chosen > by-hand')
    expect(code).toBe(0)
    expect(await Bun.file(join(work, 'by-hand')).text()).toBe('chosen\n')
  })

  test('on a terminal a form is answered field by field', async () => {
    const { code, screen } = await onTerminal(
      env,
      work,
      ['run', '--agent', 'demo', 'ask: Which one? | Apple | Pear'],
      [['1-2', '2\n']],
    )
    expect(code).toBe(0)
    expect(screen).toMatch(/answered: accepted · .*Pear/)
  })

  test('comes back by itself when the daemon is restarted, with nothing lost', async () => {
    const running = start(env, work, ['run', '--agent', 'demo', '--json', 'words: 40 50'])
    const lines = linesOf(running.stdout)
    while (JSON.parse(await lines.next()).type !== 'message_delta') {}
    daemon.kill('SIGTERM')
    expect((await finish(daemon)).err).toContain('1 turn stays with the keeper')
    await up()
    expect(await running.exited).toBe(0)
    const [session] = (await json('sessions')).filter(({ title }: { title: string }) =>
      title.startsWith('words:'),
    )
    const seqs = eventsIn((await cli('events', session.id, '--json')).out).map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(eventsIn((await lines.rest()).join('\n')).at(-1)).toMatchObject({
      seq: seqs.at(-1),
      stopReason: 'end_turn',
    })
  })
})

describe('a session', () => {
  test('is created where one stands, named, set, talked to, stopped, resumed and deleted', async () => {
    const made = await json('new', '--agent', 'demo', '--nickname', 'by-name')
    expect(made).toMatchObject({ nickname: 'by-name', cwd: work })
    expect(await refused('new', '--agent', 'demo', '--nickname', 'by-name')).toEqual({
      exit: 3,
      code: 'nickname_taken',
    })
    expect(await json('rename', 'by-name', 'A', 'title')).toMatchObject({ id: made.id, title: 'A title' })
    expect(await json('pin', 'by-name')).toMatchObject({ pinned: true })

    const landed = await json('prompt', 'by-name', 'say: hi')
    expect(landed).toEqual({ seq: expect.any(Number), landed: expect.stringMatching(/^(started|queued)$/) })
    expect(await until('by-name', 'turn_result')).toMatchObject({ prompts: [landed.seq] })
    const controls: { id: string }[] = await json('controls', 'by-name')
    expect(controls.length).toBeGreaterThan(0)
    expect(await json('cancel', 'by-name')).toMatchObject({ outcome: 'no_turn' })

    expect(await json('stop', 'by-name')).toMatchObject({ status: 'exited', reason: 'stopped' })
    expect(await json('resume', 'by-name')).toMatchObject({ id: made.id })
    expect(await json('delete', 'by-name')).toEqual({ deleted: made.id })
    expect(await refused('events', 'by-name')).toEqual({ exit: 3, code: 'session_not_found' })
  })

  test('queues what comes during a turn, and gives it back', async () => {
    const { id } = await json('new', '--agent', 'demo', 'run: echo waits')
    const { ask } = await until(id, 'permission_request')
    const second = await json('prompt', id, 'say: later')
    if (second.landed === 'queued') {
      expect(await json('take-back', id, String(second.seq))).toEqual({ seq: second.seq })
      expect(await refused('take-back', id, String(second.seq))).toEqual({ exit: 3, code: 'not_queued' })
    }
    expect(await json('cancel', id)).toMatchObject({ outcome: 'cancelling' })
    const records: { ask: string; outcome: string }[] = await json('asks', id)
    expect(records.find((record) => record.ask === ask)).toMatchObject({ outcome: 'cancelled' })
  })

  test('is shown by attach, which leaves when told', async () => {
    const { id } = await json('new', '--agent', 'demo', 'say: remembered')
    await until(id, 'turn_result')
    const { code, screen } = await onTerminal(
      env,
      work,
      ['attach', id],
      [
        ['-- end turn', 'say: typed\n'],
        ['-- end turn', '/detach\n'],
      ],
    )
    expect(code).toBe(0)
    expect(screen).toContain('remembered')
    expect(screen).toContain('> say: typed')
  })
})

describe('a refusal', () => {
  test('has its code on stderr and its kind in the exit code', async () => {
    expect(await refused('stop', 'nobody')).toEqual({ exit: 3, code: 'session_not_found' })
    expect(await refused('new', '--agent', 'nobody')).toEqual({ exit: 3, code: 'agent_not_found' })
    expect(await refused('new')).toEqual({ exit: 2, code: 'usage' })
    expect(await refused('sessions', '--bogus')).toEqual({ exit: 2, code: 'usage' })
    expect(await refused('bogus')).toEqual({ exit: 2, code: 'usage' })
    expect(await refused('search', 'x')).toEqual({ exit: 2, code: 'not_there_yet' })
    expect(await refused('sessions', '--home', join(temp.path, 'none'))).toEqual({
      exit: 6,
      code: 'unreachable',
    })
    const status = await cli('status', '--json', '--home', join(temp.path, 'none'))
    expect([status.code, status.out]).toEqual([6, '{"daemon":null}\n'])
  })
})

test('down ends the daemon and, with --sessions, everything it started', async () => {
  await json('new', '--agent', 'demo', 'hang')
  const keeper: number = (await json('status')).daemon.keeper.pid
  expect(await json('down', '--sessions')).toEqual({ kept: 0 })
  expect(await daemon.exited).toBe(0)
  expect((await cli('status', '--json')).code).toBe(6)
  expect(markedProcesses(MARK, mark).filter(({ pid }) => pid !== keeper)).toEqual([])
  await up()
})
