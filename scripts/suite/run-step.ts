/**
 * Runs one program of the suite, showing what it says. What it leaves running cannot hold the suite up: it is ended
 * and told, and nobody waits for a pipe that it holds open.
 */
import { SUITE_MARK } from '../../shared/testing/suite-mark.ts'
import { endMarked, type LeftProcess } from './marked.ts'

/** How long output may still come after the program ended: what it said itself is in the pipe by then. */
const LAST_WORDS_MS = 2_000
const TAIL_CHARS = 64 * 1024

export interface StepRun {
  /** The program and its arguments. */
  words: readonly string[]
  cwd: string
  env: Record<string, string | undefined>
  /** Past it the program is killed. */
  deadlineMs: number
  /** How long what it started may outlive it. */
  graceMs?: number
}

/** A keeper whose home was removed sees it after two seconds, and ends its agents before itself. */
const GRACE_MS = 8_000

export interface StepEnd {
  /** null: it was killed. */
  exitCode: number | null
  /** The last of what it wrote to stderr, at most 64 Ki characters. */
  tail: string
  /** What it had started and that still ran some seconds after it; ended by now. */
  left: LeftProcess[]
}

export async function runStep({
  words,
  cwd,
  env,
  deadlineMs,
  graceMs = GRACE_MS,
}: StepRun): Promise<StepEnd> {
  const mark = crypto.randomUUID()
  const child = Bun.spawn([...words], {
    cwd,
    env: { ...env, [SUITE_MARK]: mark },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  const out = shown(child.stdout, process.stdout)
  const err = shown(child.stderr, process.stderr)
  const exitCode = await child.exited
  await Promise.race([Promise.all([out.passed, err.passed]), Bun.sleep(LAST_WORDS_MS)])
  if (child.signalCode === 'SIGKILL') console.error(`ended: still running after ${deadlineMs / 1_000} s`)
  const left = await endMarked(mark, graceMs)
  await Promise.all([out.stop(), err.stop()])
  for (const { pid, command } of left) console.error(`left running, and ended now: ${pid} ${command}`)
  return { exitCode: child.signalCode === null ? exitCode : null, tail: err.tail(), left }
}

interface Shown {
  /** Resolves when the stream ended, or nobody reads it any more. */
  passed: Promise<void>
  tail(): string
  stop(): Promise<void>
}

/** Passes a stream on to `to` and remembers its end. */
function shown(stream: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Shown {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let tail = ''
  const pass = async (): Promise<void> => {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      to.write(chunk.value)
      tail = (tail + decoder.decode(chunk.value, { stream: true })).slice(-TAIL_CHARS)
    }
  }
  return { passed: pass(), tail: () => tail, stop: () => reader.cancel() }
}
