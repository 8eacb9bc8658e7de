/** For tests and benchmarks: a real keeper process in a home of its own, and a daemon's end of its socket. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Socket } from 'bun'
import { utf8 } from '../../shared/bytes.ts'
import { newKeeperId, newRunId, systemRandom } from '../../shared/ids.ts'
import { type KeeperLimits, keeperLimits } from '../limits.ts'
import { encodeFrame, type Frame, FrameType, frameReader } from './frames.ts'

export interface TestKeeper {
  home: string
  pid: number
  socketPath: string
  process: ChildProcess
  exited: Promise<number | null>
  attach(): Promise<Daemon>
  /** Ends every run and the keeper, and removes the home. */
  dispose(): Promise<void>
}

export interface Daemon {
  welcome: Frame['header']
  send(type: number, header: object, body?: Uint8Array): void
  /** The next frame of this type, for this run if one is named; output is not kept here. */
  next(type: number, run?: string): Promise<Frame>
  /** Called with each OUTPUT instead of keeping it. */
  onOutput: (frame: Frame) => void
  /** Starts a shell script as a run and reads it from the beginning. */
  start(script: string, options?: { run?: string; env?: Record<string, string> }): Promise<StartedRun>
  pause(): void
  resume(): void
  /** Cuts the connection as a killed daemon does. */
  cut(): void
  closed: Promise<void>
}

export interface StartedRun {
  run: string
  pid: number
}

const started = new Set<TestKeeper>()

/** For `afterEach`: ends what a failed test left. */
export async function disposeKeepers(): Promise<void> {
  await Promise.all([...started].map((keeper) => keeper.dispose()))
}

export const newRun = (): string => newRunId(systemRandom)

export async function startKeeper(limits: Partial<KeeperLimits> = {}): Promise<TestKeeper> {
  const home = mkdtempSync(join(tmpdir(), 'fk-'))
  const child = launchKeeper(home, limits)
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const socketPath = join(home, 'run/keeper-1.sock')
  await listening(child)
  const keeper: TestKeeper = {
    home,
    pid: child.pid ?? 0,
    socketPath,
    process: child,
    exited,
    attach: () => attach(socketPath),
    async dispose() {
      started.delete(keeper)
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
  started.add(keeper)
  return keeper
}

export function launchKeeper(home: string, limits: Partial<KeeperLimits> = {}): ChildProcess {
  const main = join(import.meta.dir, 'main.ts')
  const args = [main, '--home', home, '--id', newKeeperId(systemRandom), '--limits', JSON.stringify(limits)]
  return spawn('bun', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
}

async function listening(child: ChildProcess): Promise<void> {
  const { stderr } = child
  if (!stderr) throw new Error('the keeper was started without stderr')
  let text = ''
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes(' holds ')) break
  }
  if (!text.includes(' holds ')) throw new Error(`the keeper did not start: ${text}`)
  stderr.resume()
}

export async function attach(socketPath: string): Promise<Daemon> {
  const reader = frameReader(keeperLimits.frameBytes)
  const frames: Frame[] = []
  const waiting: { matches(frame: Frame): boolean; resolve(frame: Frame): void }[] = []
  const closed = Promise.withResolvers<void>()
  const unsent: Uint8Array[] = []

  const deliver = (frame: Frame): void => {
    if (frame.type === FrameType.output) {
      daemon.onOutput(frame)
      return
    }
    const index = waiting.findIndex((one) => one.matches(frame))
    const [taker] = index < 0 ? [] : waiting.splice(index, 1)
    if (taker) taker.resolve(frame)
    else frames.push(frame)
  }
  const flush = (socket: Socket): void => {
    for (let bytes = unsent[0]; bytes; bytes = unsent[0]) {
      const taken = Math.max(0, socket.write(bytes))
      if (taken < bytes.length) {
        unsent[0] = bytes.subarray(taken)
        return
      }
      unsent.shift()
    }
  }
  const socket = await Bun.connect({
    unix: socketPath,
    socket: {
      data: (_, chunk) => reader.push(chunk).forEach(deliver),
      drain: flush,
      close: () => closed.resolve(),
    },
  })

  const daemon: Daemon = {
    welcome: {},
    closed: closed.promise,
    onOutput: () => {},
    send(type, header, body) {
      unsent.push(encodeFrame(type, header, body))
      if (unsent.length === 1) flush(socket)
    },
    next(type, run) {
      const matches = (frame: Frame): boolean =>
        frame.type === type && (run === undefined || frame.header.run === run)
      const index = frames.findIndex(matches)
      const [ready] = index < 0 ? [] : frames.splice(index, 1)
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push({ matches, resolve }))
    },
    async start(script, options = {}) {
      const run = options.run ?? newRun()
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...options.env }
      daemon.send(
        FrameType.spawn,
        { run, argv: ['sh', '-c', script], cwd: tmpdir() },
        utf8(JSON.stringify(env)),
      )
      const { header } = await daemon.next(FrameType.spawned, run)
      daemon.send(FrameType.read, { run, from: 0 })
      return { run, pid: Number(header.pid) }
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    cut: () => socket.terminate(),
  }
  daemon.send(FrameType.hello, { v: 1, pid: process.pid })
  daemon.welcome = (await daemon.next(FrameType.welcome)).header
  return daemon
}

/** Private memory of a process in MB. */
export function privateMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
  return Math.round(Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1]) / 102.4) / 10
}

/** What a daemon read of each run, checked to follow without a gap. */
export interface Transcript {
  text(run: string): string
  bytes(run: string): number
  /** Resolves once `length` bytes of the run are there. */
  reached(run: string, length: number): Promise<void>
}

export function transcribe(daemon: Daemon, begin: Record<string, number> = {}): Transcript {
  const texts = new Map<string, string>()
  const ends = new Map<string, number>(Object.entries(begin))
  const waiting: { run: string; length: number; resolve(): void }[] = []
  const bytes = (run: string): number => ends.get(run) ?? 0
  daemon.onOutput = ({ header, body }) => {
    const run = String(header.run)
    if (header.offset !== bytes(run)) throw new Error(`output at ${header.offset}, not ${bytes(run)}`)
    ends.set(run, bytes(run) + body.length)
    texts.set(run, (texts.get(run) ?? '') + Buffer.from(body).toString('latin1'))
    for (const one of waiting.filter((one) => one.run === run && bytes(run) >= one.length)) one.resolve()
  }
  return {
    bytes,
    text: (run) => texts.get(run) ?? '',
    reached: (run, length) =>
      bytes(run) >= length
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ run, length, resolve })),
  }
}

/** Whether a process is in the process table, as a zombie too. */
export function inProcessTable(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
