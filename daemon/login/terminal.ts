import { within } from '../../shared/within.ts'
import { endGroup, type GroupDeps } from '../agents/process-group.ts'

/** A program on a terminal of its own, in a process group of its own. */
export interface TerminalProgram {
  write(text: string): void
  /** Ends it and what it started. */
  end(): void
  /** Settles when it and its group are gone and all they wrote was given to `onData`. */
  over: Promise<void>
}

export interface TerminalCommand {
  argv: string[]
  env: Record<string, string>
  cwd: string
  onData(chunk: Uint8Array): void
}

/** So wide that no program breaks an address into lines. */
const COLUMNS = 2_000
const ROWS = 50

/** Null: it could not be started. */
export function openTerminal(command: TerminalCommand, deps: GroupDeps): TerminalProgram | null {
  const drained = Promise.withResolvers<void>()
  const child = start(command, drained.resolve)
  const terminal = child?.terminal
  if (!child || !terminal) return null
  const over = async (): Promise<void> => {
    await child.exited
    // What it left behind holds the terminal open.
    await endGroup(child.pid, deps)
    await within(deps.clock, deps.limits.groupKillMs, drained.promise)
    terminal.close()
  }
  return {
    write(text) {
      if (!terminal.closed) terminal.write(text)
    },
    end: () => void endGroup(child.pid, deps),
    over: over(),
  }
}

function start({ argv, env, cwd, onData }: TerminalCommand, onEnd: () => void) {
  try {
    return Bun.spawn(argv, {
      env: { ...env, TERM: 'xterm-256color', NO_COLOR: '1' },
      cwd,
      detached: true,
      terminal: {
        cols: COLUMNS,
        rows: ROWS,
        // The buffer is used again.
        data: (_terminal, chunk) => onData(chunk.slice()),
        exit: onEnd,
      },
    })
  } catch (error) {
    // The system's word: it is gone, or no program after all.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
