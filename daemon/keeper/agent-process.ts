/** Starting one agent: its own process session, three pipes, and a sentence when it cannot be started. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { statSync } from 'node:fs'

export interface SpawnRequest {
  run: string
  argv: string[]
  cwd: string
  /** The whole environment; nothing of the keeper's own is added but the marker. */
  env: Record<string, string>
}

export type Started =
  | { kind: 'started'; child: ChildProcessWithoutNullStreams; pid: number }
  | { kind: 'failed'; message: Promise<string> }

/** What every process of a run carries in its environment. */
export const markerName = 'FAIRLEAD_AGENT_RUN'

export function startAgent({ run, argv, cwd, env }: SpawnRequest): Started {
  const [program = '', ...rest] = argv
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return failed(`The working directory ${cwd} does not exist.`)
  }
  try {
    const child = spawn(program, rest, {
      cwd,
      env: { ...env, [markerName]: run },
      detached: true,
      stdio: 'pipe',
    })
    if (child.pid !== undefined) return { kind: 'started', child, pid: child.pid }
    const message = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(sentence(program, error)))
    })
    return { kind: 'failed', message }
  } catch (error) {
    // Arguments that no program can be started with (a NUL, too long a list) are thrown at once.
    if (error instanceof Error) return failed(sentence(program, error))
    throw error
  }
}

const failed = (message: string): Started => ({ kind: 'failed', message: Promise.resolve(message) })

function sentence(program: string, error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `The program ${program} was not found.`
  if (code === 'EACCES') return `The program ${program} may not be executed.`
  if (code === 'E2BIG') return `The arguments and environment of ${program} are too long.`
  return `The program ${program} could not be started: ${error.message}`
}
