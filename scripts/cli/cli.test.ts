import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { noneMarked } from '../../shared/testing/processes.ts'
import { type TestMachine, testMachine } from './test-machine.ts'
import { linesOf, MARK, onTerminal } from './test-process.ts'

/** Starting and ending a machine, with every step of the kill ladder. */
const HOOK_MS = 20_000

let machine: TestMachine

beforeAll(async () => {
  // Without steering a message that comes during a turn waits for its end.
  const demo = join(import.meta.dir, '..', 'demo-agent', 'main.ts')
  const command = `"${process.execPath}" "${demo}" --no-steering`
  machine = await testMachine(process.env, `cli-${process.pid}`, { FAIRLEAD_AGENT_DEMO: command })
}, HOOK_MS)

afterAll(() => machine.end(), HOOK_MS)

describe('the machine', () => {
  test('says it is ready in one line, and status says the same', async () => {
    const { ready: said } = JSON.parse(machine.ready())
    expect(said).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      setupUrl: expect.stringMatching(/\/set-up#fu_[0-9a-z]{32}\.[\w-]{22}$/),
      machineId: expect.stringMatching(/^m_/),
    })
    const status = await machine.json('status')
    expect(status.authority).toMatchObject({ origin: said.url, machine: said.machineId, here: true })
    expect(status.tunnel).toMatchObject({ state: 'online' })
    expect(status.daemon).toMatchObject({
      home: machine.env.FAIRLEAD_HOME,
      pid: machine.daemon().pid,
    })
  })

  test('is up once: a second one names the pid of the first', async () => {
    const { code, out, err } = await machine.cli('up', '--port', '0', '--no-open')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(String(machine.daemon().pid))
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('lists its agents, the demo one found', async () => {
    const agents: { id: string; found: boolean }[] = await machine.json('agents')
    expect(agents.find(({ id }) => id === 'demo')?.found).toBe(true)
    expect((await machine.cli('agents')).out).toContain('demo')
  })

  test('passes its own examination', async () => {
    const findings: { check: string; ok: boolean }[] = await machine.json('doctor')
    expect(findings.map(({ check }) => check)).toEqual([
      'bun',
      'git',
      'home',
      'daemon',
      'keeper',
      'agents',
      'record of asks',
    ])
  })
})

describe('a session', () => {
  test('is created where one stands, named, set, talked to, stopped, resumed and deleted', async () => {
    const made = await machine.json('new', '--agent', 'demo', '--nickname', 'by-name')
    expect(made).toMatchObject({ nickname: 'by-name', cwd: machine.work })
    expect(await machine.refused('new', '--agent', 'demo', '--nickname', 'by-name')).toEqual({
      exit: 3,
      code: 'nickname_taken',
    })
    expect(await machine.json('rename', 'by-name', 'A', 'title')).toMatchObject({
      id: made.id,
      title: 'A title',
    })
    expect(await machine.json('pin', 'by-name')).toMatchObject({ pinned: true })

    const landed = await machine.json('prompt', 'by-name', 'say: hi')
    expect(landed).toEqual({ seq: expect.any(Number), landed: expect.stringMatching(/^(started|queued)$/) })
    expect(await machine.until('by-name', 'turn_result')).toMatchObject({ prompts: [landed.seq] })
    const controls: { id: string }[] = await machine.json('controls', 'by-name')
    expect(controls.length).toBeGreaterThan(0)
    expect(await machine.json('cancel', 'by-name')).toMatchObject({ outcome: 'no_turn' })

    expect(await machine.json('stop', 'by-name')).toMatchObject({ status: 'exited', reason: 'stopped' })
    expect(await machine.json('resume', 'by-name')).toMatchObject({ id: made.id })
    expect(await machine.json('delete', 'by-name')).toEqual({ deleted: made.id })
    expect(await machine.refused('events', 'by-name')).toEqual({ exit: 3, code: 'session_not_found' })
  })

  test('queues what comes during a turn, and gives it back', async () => {
    const { id } = await machine.json('new', '--agent', 'demo', 'run: echo waits')
    const { ask } = await machine.until(id, 'permission_request')
    const second = await machine.json('prompt', id, 'say: later')
    expect(second).toEqual({ seq: expect.any(Number), landed: 'queued' })
    expect(await machine.json('take-back', id, String(second.seq))).toEqual({ seq: second.seq })
    const { seq: first } = await machine.until(id, 'prompt')
    expect(await machine.refused('take-back', id, String(first))).toEqual({
      exit: 3,
      code: 'not_queued',
    })
    expect(await machine.json('cancel', id)).toMatchObject({ outcome: 'cancelling' })
    const records: { ask: string; outcome: string }[] = await machine.json('asks', id)
    expect(records.find((record) => record.ask === ask)).toMatchObject({ outcome: 'cancelled' })
  })

  test('is shown by attach, which leaves when told', async () => {
    const { id } = await machine.json('new', '--agent', 'demo', 'say: remembered')
    await machine.until(id, 'turn_result')
    const { code, screen } = await onTerminal(
      machine.env,
      machine.work,
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

  test('that is deleted ends every view of it', async () => {
    const { id } = await machine.json('new', '--agent', 'demo')
    const following = machine.start('events', id, '--follow', '--json')
    const lines = linesOf(following.stdout)
    await lines.next()
    await machine.json('delete', id)
    expect(await following.exited).toBe(0)
  })
})

describe('a refusal', () => {
  test('has its code on stderr and its kind in the exit code', async () => {
    expect(await machine.refused('stop', 'nobody')).toEqual({ exit: 3, code: 'session_not_found' })
    expect(await machine.refused('new', '--agent', 'nobody')).toEqual({ exit: 3, code: 'agent_not_found' })
    expect(await machine.refused('new')).toEqual({ exit: 2, code: 'usage' })
    expect(await machine.refused('sessions', '--bogus')).toEqual({ exit: 2, code: 'usage' })
    expect(await machine.refused('bogus')).toEqual({ exit: 2, code: 'usage' })
    expect(await machine.refused('changes', 'x')).toEqual({ exit: 2, code: 'not_there_yet' })
    expect(await machine.refused('sessions', '--home', join(machine.work, 'none'))).toEqual({
      exit: 6,
      code: 'unreachable',
    })
    const status = await machine.cli('status', '--json', '--home', join(machine.work, 'none'))
    expect([status.code, status.out]).toEqual([6, '{"daemon":null}\n'])
  })
})

test('down ends the daemon and, with --sessions, everything it started', async () => {
  await machine.json('new', '--agent', 'demo', 'hang')
  const daemon = machine.daemon()
  expect(await machine.json('down', '--sessions')).toEqual({ kept: 0 })
  expect(await daemon.exited).toBe(0)
  expect((await machine.cli('status', '--json')).code).toBe(6)
  await noneMarked(MARK, machine.mark)
})
