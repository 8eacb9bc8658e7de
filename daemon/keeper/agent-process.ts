/** Starting one agent: its own process session, three pipes, and a sentence when it cannot be started. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { headUtf8 } from '../../shared/bytes.ts'
import { fileIdentity } from './file-identity.ts'

const SENTENCE_BYTES = 1024

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
  try {
    const child = spawn(program, rest, {
      cwd,
      env: { ...env, [markerName]: run },
      detached: true,
      stdio: 'pipe',
    })
    if (child.pid !== undefined) return { kind: 'started', child, pid: child.pid }
    const message = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(sentence(program, cwd, error)))
    })
    return { kind: 'failed', message }
  } catch (error) {
    // Arguments that no program can be started with (a NUL, too long a list) are thrown at once.
    if (!(error instanceof Error)) throw error
    return { kind: 'failed', message: Promise.resolve(sentence(program, cwd, error)) }
  }
}

function sentence(program: string, cwd: string, error: Error): string {
  const code = 'code' in error ? error.code : undefined
  return headUtf8(
    reason(program, cwd, code) ?? `${program} could not be started: ${error.message}`,
    SENTENCE_BYTES,
  )
}

function reason(program: string, cwd: string, code: unknown): string | undefined {
  // The system names neither the program nor the folder; looked at only now, since a folder may hang.
  if (code === 'ENOENT' && fileIdentity(cwd) === 'none') return `The working directory ${cwd} does not exist.`
  if (code === 'ENOENT') return `The program ${program} was not found.`
  if (code === 'EACCES') return `The program ${program} may not be executed in ${cwd}.`
  if (code === 'ENOTDIR') return `The working directory ${cwd} is no folder.`
  if (code === 'E2BIG') return `The arguments and environment of ${program} are too long.`
  return undefined
}
