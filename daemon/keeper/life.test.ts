/** When a keeper starts, who it listens to, and when it ends. */
import { afterEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFrame, type Frame, FrameType, frameReader } from './frames.ts'
import { disposeKeepers, inProcessTable, launchKeeper, startKeeper } from './testing.ts'

const QUICK = { stdinMs: 150, termMs: 150, homeCheckMs: 50 }
const STUBBORN = 'trap "" TERM; while :; do sleep 1000; done'

afterEach(disposeKeepers)

/** Sends raw bytes and returns the first frame of the answer. */
async function answerTo(socketPath: string, bytes: Uint8Array): Promise<Frame | undefined> {
  const reader = frameReader(1_000_000)
  const answer = Promise.withResolvers<Frame | undefined>()
  await Bun.connect({
    unix: socketPath,
    socket: {
      open: (socket) => void socket.write(bytes),
      data: (_, chunk) => answer.resolve(reader.push(chunk)[0]),
      close: () => answer.resolve(undefined),
    },
  })
  return answer.promise
}

test('a second keeper of the same home leaves without a word', async () => {
  const keeper = await startKeeper()
  const second = launchKeeper(keeper.home)
  let said = ''
  second.stderr?.on('data', (chunk) => {
    said += chunk
  })
  expect((await once(second, 'exit'))[0]).toBe(3)
  expect(said).toBe('')
  expect((await keeper.attach()).welcome.pid).toBe(keeper.pid)
})

test('a home whose socket path is too long is refused', async () => {
  const refused = launchKeeper(`/tmp/${'x'.repeat(100)}`)
  let said = ''
  refused.stderr?.on('data', (chunk) => {
    said += chunk
  })
  expect((await once(refused, 'close'))[0]).toBe(2)
  expect(said).toContain('use a shorter home')
})

test('only the owner may open the socket and the spool', async () => {
  const keeper = await startKeeper()
  const mode = (path: string): number => statSync(join(keeper.home, path)).mode & 0o777
  expect(mode('run/keeper-1.sock')).toBe(0o600)
  expect(mode('run')).toBe(0o700)
  expect(mode('run/spool')).toBe(0o700)
})

test('the newest daemon wins and the older one is told', async () => {
  const keeper = await startKeeper()
  const older = await keeper.attach()
  const { run } = await older.start('echo hello; exec cat')
  const newer = await keeper.attach()
  expect((await older.next(FrameType.refused)).header.code).toBe('displaced')
  await older.closed
  const heard = Promise.withResolvers<string>()
  newer.onOutput = ({ body }) => heard.resolve(Buffer.from(body).toString())
  newer.send(FrameType.read, { run, from: 0 })
  expect(await heard.promise).toBe('hello\n')
})

test('what is no daemon is refused and harms nobody', async () => {
  const keeper = await startKeeper()
  const daemon = await keeper.attach()
  const cases: [Uint8Array, string][] = [
    [encodeFrame(FrameType.hello, { v: 2 }), 'version'],
    [encodeFrame(FrameType.quit, {}), 'bad_frame'],
    [new Uint8Array([0xff, 0xff, 0xff, 0xff]), 'bad_frame'],
    [Buffer.from('\0\0\0\x08\x01\0\x05[[[[['), 'bad_frame'],
  ]
  for (const [bytes, code] of cases) {
    expect((await answerTo(keeper.socketPath, bytes))?.header.code).toBe(code)
  }
  daemon.send(FrameType.read, { run: '../../x', from: 0 })
  expect((await daemon.next(FrameType.refused)).header.code).toBe('bad_frame')
})

test('a connection that says nothing is closed', async () => {
  const keeper = await startKeeper({ helloMs: 20 })
  expect(await answerTo(keeper.socketPath, new Uint8Array([0]))).toBeUndefined()
})

test('with its home removed the keeper ends every run and itself', async () => {
  const keeper = await startKeeper(QUICK)
  const daemon = await keeper.attach()
  const { pid } = await daemon.start(STUBBORN)
  rmSync(keeper.home, { recursive: true })
  expect(await keeper.exited).toBe(0)
  expect(inProcessTable(pid)).toBe(false)
})

test('with another home in its place it leaves that home alone', async () => {
  const keeper = await startKeeper(QUICK)
  const moved = mkdtempSync(join(tmpdir(), 'fk-moved-'))
  renameSync(keeper.home, join(moved, 'home'))
  mkdirSync(keeper.home)
  expect(await keeper.exited).toBe(0)
  expect(existsSync(keeper.home)).toBe(true)
  rmSync(moved, { recursive: true })
})

test('with its socket removed it ends', async () => {
  const keeper = await startKeeper(QUICK)
  rmSync(keeper.socketPath)
  expect(await keeper.exited).toBe(0)
})

test('without a run it ends after a while, with one it stays', async () => {
  const keeper = await startKeeper({ ...QUICK, idleMs: 300 })
  const daemon = await keeper.attach()
  const { run } = await daemon.start('read -r line; sleep 0.6; echo still here')
  const heard = Promise.withResolvers<void>()
  daemon.onOutput = () => heard.resolve()
  daemon.send(FrameType.input, { run, n: 1 }, Buffer.from('go\n'))
  await heard.promise
  await daemon.next(FrameType.ended, run)
  expect(keeper.process.exitCode).toBe(null)
  daemon.send(FrameType.forget, { run })
  expect(await keeper.exited).toBe(0)
  expect(existsSync(keeper.socketPath)).toBe(false)
})

test('without a daemon for too long it ends its runs and itself', async () => {
  const keeper = await startKeeper({ ...QUICK, orphanedMs: 200 })
  const daemon = await keeper.attach()
  const { pid } = await daemon.start(STUBBORN)
  daemon.cut()
  expect(await keeper.exited).toBe(0)
  expect(inProcessTable(pid)).toBe(false)
})

for (const [name, end] of [
  ['SIGTERM', 'SIGTERM'],
  ['QUIT', undefined],
] as const) {
  test(`on ${name} it ends every run, tells the daemon, and exits`, async () => {
    const keeper = await startKeeper(QUICK)
    const daemon = await keeper.attach()
    const runs = [await daemon.start(STUBBORN), await daemon.start('exec cat')]
    if (end) keeper.process.kill(end)
    else daemon.send(FrameType.quit, {})
    for (const { run } of runs) expect((await daemon.next(FrameType.ended, run)).header.left).toEqual([])
    expect(await keeper.exited).toBe(0)
    expect(runs.filter(({ pid }) => inProcessTable(pid))).toEqual([])
  })
}
