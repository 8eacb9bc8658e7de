import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startMcpServer } from '../real-agents/mcp-server.ts'
import { eventsIn, type TestMachine, testMachine } from './test-machine.ts'
import { linesOf, onTerminal } from './test-process.ts'

/** Starting and ending a machine, with every step of the kill ladder. */
const HOOK_MS = 20_000

let machine: TestMachine

beforeAll(async () => {
  machine = await testMachine(process.env, `run-${process.pid}`)
  // Tests come after one another faster than people: their agents stay alive, and some leave a turn open.
  await machine.json('settings', 'max-turns=64', 'max-live=64')
}, HOOK_MS)

afterAll(() => machine.end(), HOOK_MS)

describe('run', () => {
  test('prints every event from the first to the result, one a line, and ends as the turn did', async () => {
    const { code, out, err } = await machine.cli(
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
    const { code, out } = await machine.cli(
      'run',
      '--agent',
      'demo',
      '--allow',
      'once',
      'say: hello\nrun: echo two',
    )
    expect(code).toBe(0)
    expect(out).toContain('> say: hello\n> run: echo two\n')
    expect(out).toMatch(/hello[\s\S]*\[execute\][\s\S]* {4}two\n[\s\S]*completed\n[\s\S]*-- end turn/)
  })

  test('gives the agent the MCP servers that it names', async () => {
    const server = startMcpServer()
    try {
      const { code, out, err } = await machine.cli(
        'run',
        '--agent',
        'demo',
        '--allow',
        'once',
        '--mcp',
        `birds=${server.url}`,
        'tool: ping {}',
      )
      expect({ code, err }).toMatchObject({ code: 0 })
      expect(out).toContain('pong from the server')
      expect(server.asked()).toContain('tools/call')
    } finally {
      server.stop()
    }
  })

  test('with --allow none nothing is run', async () => {
    const { out } = await machine.cli(
      'run',
      '--agent',
      'demo',
      '--allow',
      'none',
      '--json',
      'run: touch never',
    )
    expect(eventsIn(out).find(({ type }) => type === 'permission_resolved')).toMatchObject({
      option: 'reject',
    })
    expect(await Bun.file(join(machine.work, 'never')).exists()).toBe(false)
  })

  test('leaves an ask open that nobody here can answer, and names it', async () => {
    const { code, err, out } = await machine.cli('run', '--agent', 'demo', '--json', 'run: echo asked')
    const { error } = JSON.parse(err)
    expect({ code, kind: error.code }).toEqual({ code: 7, kind: 'unanswerable' })
    const asked = eventsIn(out).find(({ type }) => type === 'permission_request')
    expect(error.detail.ask).toBe(asked?.ask)
    const session: string = error.detail.session
    expect(await machine.json('answer', session, '--allow', 'once')).toEqual({
      ask: error.detail.ask,
      outcome: 'selected',
    })
    expect(await machine.until(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
  })

  test('a rule never answers a question', async () => {
    const { code, err } = await machine.cli(
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
    const [open] = (await machine.json('sessions')).filter(({ id }: { id: string }) => id === session)
    expect(open).toMatchObject({ status: 'blocked', asks: [{ id: ask, kind: 'question' }] })
    expect(await machine.json('answer', session, ask, '--decline')).toEqual({ ask, outcome: 'declined' })
    expect(await machine.refused('answer', session, ask, '--decline')).toEqual({
      exit: 3,
      code: 'already_settled',
    })
  })

  test('an agent’s error and a cancel are told apart by the exit code', async () => {
    expect((await machine.cli('run', '--agent', 'demo', 'error: broken')).code).toBe(4)
    const running = machine.start('run', '--agent', 'demo', '--json', 'think: x\nhang')
    const lines = linesOf(running.stdout)
    while (JSON.parse(await lines.next()).type !== 'thought_delta') {}
    running.kill('SIGINT')
    expect(await running.exited).toBe(5)
    expect(JSON.parse((await lines.rest()).at(-1) ?? '')).toMatchObject({ stopReason: 'cancelled' })
  })

  test('a second Ctrl-C leaves the turn as it is and says how to come back', async () => {
    const running = machine.start('run', '--agent', 'demo', '--json', 'think: x\nignore-cancel\nhang')
    const lines = linesOf(running.stdout)
    while (JSON.parse(await lines.next()).type !== 'thought_delta') {}
    const said = linesOf(running.stderr)
    running.kill('SIGINT')
    expect(await said.next()).toContain('Cancelling')
    running.kill('SIGINT')
    const session = /fairlead attach (s_\w+)/.exec(await said.next())?.[1] ?? ''
    expect(await running.exited).toBe(5)
    expect(await machine.json('stop', session)).toMatchObject({ id: session, status: 'exited' })
  })

  test('takes its text from a pipe, and its reader may leave early', async () => {
    const shell = `printf 'say: piped' | "$@" | head -n 1`
    const fairlead = machine.command('run', '--agent', 'demo', '--json', '-')
    const child = Bun.spawn(['sh', '-c', shell, 'sh', ...fairlead], {
      env: machine.env,
      cwd: machine.work,
      stdout: 'pipe',
    })
    expect(eventsIn(await new Response(child.stdout).text())).toMatchObject([
      { type: 'prompt', text: 'say: piped' },
    ])
    await child.exited
  })

  test('on a terminal the person chooses by number what the agent offers', async () => {
    const { code, screen } = await onTerminal(
      machine.env,
      machine.work,
      ['run', '--agent', 'demo', 'run: echo chosen > by-hand'],
      [
        ['Answer 1-3: ', 'yes\n'],
        ['Type a number', ''],
        ['Answer 1-3: ', '3\n'],
      ],
    )
    expect(screen).toContain('command: echo chosen > by-hand')
    expect(code).toBe(0)
    expect(await Bun.file(join(machine.work, 'by-hand')).text()).toBe('chosen\n')
  })

  test('on a terminal a form is answered field by field', async () => {
    const { code, screen } = await onTerminal(
      machine.env,
      machine.work,
      ['run', '--agent', 'demo', 'ask: Which one? | Apple | Pear'],
      [['1-2', '2\n']],
    )
    expect(code).toBe(0)
    expect(screen).toMatch(/answered: accepted · .*Pear/)
  })

  test('an ask that somebody else answered is put aside, and the view goes on', async () => {
    const elsewhere = async () => {
      const open: { id: string; status: string }[] = await machine.json('sessions')
      const { id = '' } = open.find(({ status }) => status === 'blocked') ?? {}
      await machine.json('answer', id, '--option', 'once')
    }
    let answered: Promise<void> = Promise.resolve()
    const { code, screen } = await onTerminal(
      machine.env,
      machine.work,
      ['run', '--agent', 'demo', 'run: echo one'],
      [
        [
          'Answer 1-3: ',
          () => {
            answered = elsewhere()
          },
        ],
      ],
    )
    await answered
    expect(code).toBe(0)
    expect(screen).toContain('It was answered elsewhere.')
    expect(screen).toContain('-- end turn')
  })

  test('an ask left open is answered later on a terminal', async () => {
    const { err } = await machine.cli('run', '--agent', 'demo', '--json', 'run: echo late')
    const { ask, session } = JSON.parse(err).error.detail
    const { code, screen } = await onTerminal(
      machine.env,
      machine.work,
      ['answer', session],
      [['Answer 1-3: ', '1\n']],
    )
    expect(code).toBe(0)
    expect(screen).toContain('command: echo late')
    expect(screen).toContain(`Answered ${ask}: selected.`)
  })

  test('comes back by itself when the daemon is restarted, with nothing lost', async () => {
    const running = machine.start('run', '--agent', 'demo', '--json', 'words: 40 50')
    const lines = linesOf(running.stdout)
    while (JSON.parse(await lines.next()).type !== 'message_delta') {}
    const stopped = machine.daemon()
    stopped.kill('SIGTERM')
    expect(await new Response(stopped.stderr).text()).toContain('1 turn stays with the keeper')
    expect(await stopped.exited).toBe(0)
    await machine.up()
    expect(await running.exited).toBe(0)
    const [session] = (await machine.json('sessions')).filter(({ title }: { title: string }) =>
      title.startsWith('words:'),
    )
    const seqs = eventsIn((await machine.cli('events', session.id, '--json')).out).map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(eventsIn((await lines.rest()).join('\n')).at(-1)).toMatchObject({
      seq: seqs.at(-1),
      stopReason: 'end_turn',
    })
  })
})
