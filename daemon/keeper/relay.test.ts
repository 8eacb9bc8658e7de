/** Input and output through the real process: nothing lost, nothing twice, nothing held without bound. */
import { afterEach, expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { utf8 } from '../../shared/bytes.ts'
import { FrameType } from './frames.ts'
import { type Daemon, disposeKeepers, newRun, privateMb, startKeeper, transcribe } from './testing.ts'

const KIB = 1024
const MIB = 1024 * KIB

afterEach(disposeKeepers)

const lineOf = (n: number): string => `line ${n}\n`
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => lineOf(from + index)).join('')

function sendLines(daemon: Daemon, run: string, from: number, to: number): void {
  for (let n = from; n <= to; n++) daemon.send(FrameType.input, { run, n }, utf8(lineOf(n)))
}

test('input sent again over cut connections reaches the agent once and in order', async () => {
  const keeper = await startKeeper()
  let daemon = await keeper.attach()
  const { run, pid } = await daemon.start('exec cat')
  for (const upTo of [100, 250, 400]) {
    sendLines(daemon, run, Math.max(1, upTo - 180), upTo)
    await daemon.next(FrameType.took, run)
    daemon.cut()
    daemon = await keeper.attach()
    const [facts] = daemon.welcome.runs as { lastIn: number }[]
    sendLines(daemon, run, Math.max(1, (facts?.lastIn ?? 0) - 20), upTo)
  }
  const transcript = transcribe(daemon)
  daemon.send(FrameType.read, { run, from: 0 })
  await transcript.reached(run, lines(1, 400).length)
  expect(transcript.text(run)).toBe(lines(1, 400))
  expect(daemon.welcome.runs).toEqual([expect.objectContaining({ run, pid, acked: 0, state: 'running' })])
})

test('a number with one missing before it is refused', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  const { run } = await daemon.start('exec cat')
  daemon.send(FrameType.input, { run, n: 2 }, utf8('x\n'))
  expect((await daemon.next(FrameType.refused)).header).toMatchObject({ code: 'bad_frame' })
  await daemon.closed
  expect((await keeper.attach()).welcome.runs).toMatchObject([{ run, lastIn: 0, state: 'running' }])
})

test('a successor reads from the acknowledged offset, whatever it asks for below', async () => {
  const keeper = await startKeeper()
  const first = await keeper.attach()
  const heard = transcribe(first)
  const { run } = await first.start('printf 0123456789; exec cat')
  await heard.reached(run, 10)
  first.send(FrameType.ack, { run, offset: 4 })
  first.send(FrameType.input, { run, n: 1 }, utf8('abc\n'))
  await heard.reached(run, 14)
  first.cut()
  const second = await keeper.attach()
  const replayed = transcribe(second, { [run]: 4 })
  second.send(FrameType.read, { run, from: 0 })
  await replayed.reached(run, 14)
  expect(replayed.text(run)).toBe('456789abc\n')
})

test('an agent that floods blocks at the bound and goes on with each acknowledgement, no byte lost', async () => {
  const spoolBytes = 256 * KIB
  const keeper = await startKeeper({ spoolBytes })
  const total = 3 * MIB
  const first = await keeper.attach()
  const heard = transcribe(first)
  const script = `exec bun -e 'process.stdout.write(Array.from({length: ${total / 8}}, (_, n) => String(n).padStart(7) + "\\n").join(""))'`
  const { run } = await first.start(script)
  await heard.reached(run, spoolBytes)
  first.cut()
  const second = await keeper.attach()
  expect(second.welcome.runs).toMatchObject([{ run, acked: 0, end: spoolBytes, state: 'running' }])
  const replayed = transcribe(second)
  const { onOutput } = second
  second.onOutput = (frame) => {
    onOutput(frame)
    second.send(FrameType.ack, { run, offset: replayed.bytes(run) })
  }
  second.send(FrameType.read, { run, from: 0 })
  const { header } = await second.next(FrameType.ended, run)
  expect(header).toMatchObject({ end: total, code: 0, signal: null, left: [] })
  const expected = Array.from({ length: total / 8 }, (_, n) => `${String(n).padStart(7)}\n`).join('')
  expect(replayed.text(run) === expected).toBe(true)
})

test('a daemon that stops reading its socket gets the rest from the spool', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  let got = 0
  daemon.onOutput = ({ header, body }) => {
    expect(header.offset).toBe(got)
    got += body.length
  }
  daemon.pause()
  const run = newRun()
  const argv = ['sh', '-c', 'exec head -c 8000000 /dev/zero']
  daemon.send(FrameType.spawn, { run, argv, cwd: tmpdir() }, utf8(JSON.stringify({ PATH: '/usr/bin:/bin' })))
  daemon.send(FrameType.read, { run, from: 0 })
  daemon.resume()
  expect((await daemon.next(FrameType.ended, run)).header.end).toBe(8_000_000)
  expect(got).toBe(8_000_000)
})

test('fifty megabytes in one line and a flood of stderr leave the keeper small', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  let got = 0
  daemon.onOutput = ({ body }) => {
    got += body.length
    daemon.send(FrameType.ack, { run, offset: got })
  }
  const run = newRun()
  await daemon.start(
    'head -c 50000000 /dev/zero; head -c 20000000 /dev/zero | tr "\\0" x >&2; printf end >&2',
    { run },
  )
  const { header } = await daemon.next(FrameType.ended, run)
  expect(header).toMatchObject({ end: 50_000_000, code: 0 })
  expect(String(header.stderr)).toHaveLength(4 * KIB)
  expect(String(header.stderr)).toEndWith('xxend')
  expect(got).toBe(50_000_000)
  expect(privateMb(keeper.pid)).toBeLessThan(45)
})

test('an agent that does not read holds a bounded backlog, and gets every line once it reads', async () => {
  const stdinQueueBytes = MIB
  const keeper = await startKeeper({ stdinQueueBytes })
  const daemon = await keeper.attach()
  const { run, pid } = await daemon.start('read first; kill -STOP $$; exec wc -c')
  const line = utf8(`${'x'.repeat(256 * KIB - 1)}\n`)
  const count = 12
  daemon.send(FrameType.input, { run, n: 1 }, utf8('go\n'))
  for (let n = 2; n <= count; n++) daemon.send(FrameType.input, { run, n }, line)
  const later = await keeper.attach()
  const held = (later.welcome.runs as { lastIn: number }[])[0]?.lastIn ?? 0
  expect(held).toBeLessThan(count)
  const heard = transcribe(later)
  later.send(FrameType.read, { run, from: 0 })
  for (let n = held + 1; n <= count; n++) later.send(FrameType.input, { run, n }, line)
  process.kill(pid, 'SIGCONT')
  for (let taken = held; taken < count; ) {
    const { header } = await later.next(FrameType.took, run)
    taken = Number(header.n)
    if (header.resend) for (let n = taken + 1; n <= count; n++) later.send(FrameType.input, { run, n }, line)
  }
  later.send(FrameType.end, { run })
  await later.next(FrameType.ended, run)
  expect(Number(heard.text(run))).toBe((count - 1) * line.length)
})

test('what cannot be started is told in one sentence and not held', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  const body = utf8(JSON.stringify({ PATH: '/usr/bin:/bin' }))
  for (const [argv, cwd, words] of [
    [['no-such-program'], '/', 'was not found'],
    [['/etc/passwd'], '/', 'may not be executed'],
    [['sh'], '/etc/passwd', 'is no folder'],
    [['x'.repeat(50_000)], '/', 'xxx'],
    [['sh'], '/no/such/folder', 'working directory'],
    [['sh', 'a\0b'], '/', 'could not be started'],
  ] as const) {
    const run = newRun()
    daemon.send(FrameType.spawn, { run, argv, cwd }, body)
    expect((await daemon.next(FrameType.spawnFailed, run)).header.message).toContain(words)
  }
  expect((await keeper.attach()).welcome.runs).toEqual([])
})

test('the end of a run is told behind its output, again to each successor, until it is forgotten', async () => {
  const keeper = await startKeeper()
  const first = await keeper.attach()
  const { run } = await first.start('echo out; echo err >&2; exit 3')
  const ended = (await first.next(FrameType.ended, run)).header
  expect(ended).toEqual({ run, end: 4, code: 3, signal: null, stderr: 'err\n', left: [] })
  const second = await keeper.attach()
  const heard = transcribe(second)
  second.send(FrameType.read, { run, from: 0 })
  expect((await second.next(FrameType.ended, run)).header).toEqual(ended)
  expect(heard.text(run)).toBe('out\n')
  second.send(FrameType.forget, { run })
  const third = await keeper.attach()
  expect(third.welcome.runs).toEqual([])
})

test('the agent gets the environment it was given, the marker, and no descriptor of the keeper', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  const transcript = transcribe(daemon)
  const { run } = await daemon.start('env | sort; for fd in /proc/$$/fd/*; do readlink $fd; done', {
    env: { ONLY: 'this', FAIRLEAD_AGENT_RUN: 'forged' },
  })
  await daemon.next(FrameType.ended, run)
  const text = transcript.text(run).split('\n')
  expect(text).toContain(`FAIRLEAD_AGENT_RUN=${run}`)
  expect(text).toContain('ONLY=this')
  expect(text.filter((line) => line.startsWith('socket:'))).toHaveLength(3)
  expect(transcript.text(run)).not.toContain(keeper.home)
  expect(text.some((line) => line.startsWith('HOME='))).toBe(false)
})
