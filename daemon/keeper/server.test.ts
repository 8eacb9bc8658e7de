/** The same keeper without its process: what one daemon can ask, in order, and the life of its server. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utf8 } from '../../shared/bytes.ts'
import { systemClock } from '../../shared/time.ts'
import { keeperLimits } from '../limits.ts'
import { FrameType } from './frames.ts'
import { openLibc } from './libc.ts'
import { watchLife } from './life.ts'
import { takeLock } from './lock.ts'
import { processTable } from './processes.ts'
import { holdRuns, type Runs } from './runs.ts'
import { type Server, serve } from './server.ts'
import { attach, newRun, transcribe } from './testing.ts'

/** No process falls to this one, so nothing of the test's own is taken for an orphan. */
const NO_PID = 2 ** 30
const libc = openLibc(process.platform)
const limits = {
  ...keeperLimits,
  stdinMs: 200,
  termMs: 200,
  homeCheckMs: 20,
  idleMs: 100,
  runs: 2,
  collectBytes: 8,
}
let home = ''
let runs: Runs
let server: Server
let passed = 0
let quitting: PromiseWithResolvers<string>

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fk-'))
  passed = 0
  quitting = Promise.withResolvers()
  const clock = systemClock
  const count = (bytes: number): void => {
    passed += bytes
  }
  const table = processTable(process.platform)
  runs = holdRuns({ table, libc, clock, limits, spoolDir: home, keeperPid: NO_PID, passed: count })
  const path = join(home, 'socket')
  const pid = process.pid
  server = serve({ path, keeper: 'kp_1', pid, runs, clock, limits, passed: count, quit: quitting.resolve })
})

afterEach(async () => {
  await runs.endAll()
  server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a run from SPAWN to FORGET', async () => {
  const daemon = await attach(join(home, 'socket'))
  expect(daemon.welcome).toMatchObject({ v: 1, keeper: 'kp_1', pid: process.pid, runs: [] })
  const transcript = transcribe(daemon)
  const { run, pid } = await daemon.start('echo warn >&2; exec cat')
  daemon.send(FrameType.mark, { run })
  daemon.send(FrameType.input, { run, n: 1 }, utf8('hello\n'))
  expect((await daemon.next(FrameType.took, run)).header).toEqual({ run, n: 1 })
  await transcript.reached(run, 6)
  daemon.send(FrameType.ack, { run, offset: 6 })
  daemon.send(FrameType.sweep, { run })
  expect((await daemon.next(FrameType.swept, run)).header).toEqual({ run, ended: 0, left: [] })
  daemon.send(FrameType.spawn, { run, argv: ['cat'], cwd: '/' }, utf8('{}'))
  expect((await daemon.next(FrameType.spawned, run)).header).toEqual({ run, pid })
  runs.tick()
  daemon.send(FrameType.end, { run })
  expect((await daemon.next(FrameType.step, run)).header).toEqual({ run, step: 'stdin', pids: 1 })
  const { header } = await daemon.next(FrameType.ended, run)
  expect(header).toEqual({ run, end: 6, code: 0, signal: null, stderr: 'warn\n', left: [] })
  expect(passed).toBeGreaterThan(6)
  expect(server.settled()).toBe(true)
  daemon.send(FrameType.forget, { run })
  daemon.send(FrameType.end, { run })
  daemon.cut()
  expect((await attach(join(home, 'socket'))).welcome.runs).toEqual([])
})

test('only the connection that sent END is told ENDED without a READ', async () => {
  const daemon = await attach(join(home, 'socket'))
  const run = newRun()
  daemon.send(
    FrameType.spawn,
    { run, argv: ['cat'], cwd: '/' },
    utf8(JSON.stringify({ PATH: '/usr/bin:/bin' })),
  )
  daemon.send(FrameType.end, { run })
  expect((await daemon.next(FrameType.ended, run)).header.left).toEqual([])
  daemon.send(FrameType.end, { run })
  expect((await daemon.next(FrameType.ended, run)).header.code).toBe(0)
})

test('over its bound of runs the keeper starts none', async () => {
  const daemon = await attach(join(home, 'socket'))
  for (let count = 0; count < limits.runs; count++) await daemon.start('exec cat')
  const run = newRun()
  daemon.send(FrameType.spawn, { run, argv: ['cat'], cwd: '/' }, utf8('{}'))
  expect((await daemon.next(FrameType.spawnFailed, run)).header.message).toContain('2 runs already')
})

test('frames that make no sense are refused', async () => {
  const run = newRun()
  for (const [type, header] of [
    [FrameType.spawn, { run, argv: [], cwd: '/' }],
    [FrameType.welcome, { run }],
    [FrameType.end, {}],
    [FrameType.hello, { v: 1, run }],
  ] as const) {
    const daemon = await attach(join(home, 'socket'))
    daemon.send(type, header)
    expect((await daemon.next(FrameType.refused)).header.code).toBe('bad_frame')
    await daemon.closed
  }
  for (const [type, header] of [
    [FrameType.read, { from: 1 }],
    [FrameType.ack, { offset: 1 }],
    [FrameType.input, { n: 0 }],
  ] as const) {
    const daemon = await attach(join(home, 'socket'))
    await daemon.start('exec cat', { run })
    daemon.send(type, { run, ...header })
    expect((await daemon.next(FrameType.refused)).header.code).toBe('bad_frame')
  }
})

test('a server without a run asks to quit', async () => {
  watchLife({ home, runs, server, clock: systemClock, limits, quit: quitting.resolve })
  expect(await quitting.promise).toBe('it holds no run')
})

test('a lock is held once', () => {
  const path = join(home, 'lock')
  expect(takeLock(libc, path, 7)).toBe(true)
  expect(takeLock(libc, path, 8)).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('7\n')
})
