import { concat, fromUtf8 } from '../../shared/bytes.ts'
import { within } from '../../shared/within.ts'
import { endGroup, type GroupDeps } from './process-group.ts'

export interface ProgramQuestion {
  argv: string[]
  env: Record<string, string>
  cwd: string
  /** How long it may take, milliseconds. */
  ms: number
  /** What is kept of each stream, bytes: the beginning. */
  bytes: number
}

export interface ProgramAnswer {
  /** Null: ended by a signal, ours when it took too long. */
  code: number | null
  late: boolean
  stdout: string
  stderr: string
}

/** Runs a program to its end, without input. Whatever it started is ended with it. Null: it could not be started. */
export async function askProgram(question: ProgramQuestion, deps: GroupDeps): Promise<ProgramAnswer | null> {
  const child = start(question)
  if (!child) return null
  // Both readers before the first wait, or Bun holds whatever comes without a bound.
  const streams = Promise.all([child.stdout, child.stderr].map((stream) => headOf(stream, question.bytes)))
  const code = await within(deps.clock, question.ms, child.exited)
  await endGroup(child.pid, deps)
  await child.exited
  // What left the group may hold the streams open.
  const said = await within(deps.clock, deps.limits.groupKillMs, streams)
  const [stdout = '', stderr = ''] = said ?? []
  return {
    code: code === null || child.signalCode !== null ? null : code,
    late: code === null,
    stdout,
    stderr,
  }
}

function start({ argv, env, cwd }: ProgramQuestion) {
  try {
    return Bun.spawn(argv, { env, cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', detached: true })
  } catch (error) {
    // The system's word: it is gone, or no program after all.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

async function headOf(stream: ReadableStream<Uint8Array>, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let kept = 0
  for await (const chunk of stream) {
    const part = chunk.subarray(0, bytes - kept)
    if (part.length > 0) parts.push(part.slice())
    kept += part.length
  }
  return fromUtf8(concat(parts))
}
