/** A machine of a test's own: its daemon as a process, and the command line against it. */
import { expect } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noneMarked } from '../../shared/testing/processes.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import {
  commandLine,
  environment,
  finish,
  linesOf,
  MARK,
  type Ran,
  type Started,
  start,
} from './test-process.ts'

export interface LoggedLine {
  seq: number
  type: string
  [field: string]: unknown
}

export interface TestMachine {
  env: Record<string, string>
  /** Where its commands are called from. */
  work: string
  mark: string
  /** The line that said it is ready. */
  ready(): string
  daemon(): Started
  up(): Promise<void>
  cli(...args: string[]): Promise<Ran>
  start(...args: string[]): Started
  /** The words that call it, for a shell. */
  command(...args: string[]): string[]
  /** What a command that goes well prints. */
  json(...args: string[]): ReturnType<typeof JSON.parse>
  /** How a command that is refused ends. */
  refused(...args: string[]): Promise<{ exit: number; code: string }>
  /** The first event of that type behind `after` (default: of the whole log), waited for in the log itself. */
  until(session: string, type: string, after?: number): Promise<LoggedLine>
  /** Ends everything, and fails when something is left. */
  end(): Promise<void>
}

export const eventsIn = (out: string): LoggedLine[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** `settings` are the operator's, as environment variables. */
export async function testMachine(
  around: NodeJS.ProcessEnv,
  mark: string,
  settings: Record<string, string> = {},
): Promise<TestMachine> {
  const temp = await tempHome()
  const work = join(temp.path, 'work')
  await mkdir(work)
  const env = { ...environment(around, join(temp.path, 'home'), mark), ...settings }
  const started: Started[] = []
  const startHere = (...args: string[]) => {
    const made = start(env, work, args)
    started.push(made)
    return made
  }
  const cli = (...args: string[]) => finish(startHere(...args))
  let daemon = startHere('version')
  let ready = ''
  const up = async () => {
    daemon = startHere('up', '--port', '0', '--no-open', '--json')
    ready = await linesOf(daemon.stdout).next()
  }
  await up()
  return {
    env,
    work,
    mark,
    up,
    cli,
    start: startHere,
    command: commandLine,
    ready: () => ready,
    daemon: () => daemon,
    async json(...args) {
      const { code, out, err } = await cli(...args, '--json')
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' })
      return JSON.parse(out)
    },
    async refused(...args) {
      const { code, err } = await cli(...args, '--json')
      return { exit: code, code: JSON.parse(err).error.code }
    },
    async until(session, type, after = 0) {
      const following = startHere('events', session, '--follow', '--after', String(after), '--json')
      const lines = linesOf(following.stdout)
      try {
        for (;;) {
          const [event] = eventsIn(await lines.next())
          if (event?.type === type) return event
        }
      } finally {
        following.kill()
        await following.exited
      }
    },
    async end() {
      await cli('down', '--sessions')
      // What a failed test left behind; all others have ended by now.
      for (const left of started) left.kill()
      await daemon.exited
      await temp.remove()
      await noneMarked(MARK, mark)
    },
  }
}
