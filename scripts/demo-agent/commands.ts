/**
 * Shell commands, each in a process session and group of its own, as every real agent runs them: a kill of the
 * agent's group never reaches them, so ending them is this file's duty.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Clock } from '../../shared/time.ts'
import { demoLimits } from './limits.ts'
import { systemCode } from './narrow.ts'

export interface CommandEnd {
  exitCode: number | null
  signal: string | null
  /** Why it could not be started. */
  problem?: string
}

export interface Command {
  pid: number | undefined
  /** The end of what it wrote so far, stdout and stderr in the order they came. */
  output(): string
  ended: Promise<CommandEnd>
  /** SIGKILL to its whole group. */
  kill(): void
}

export interface Commands {
  start(command: string, cwd: string, onOutput: () => void): Command
  /** From now on nobody ends it. */
  forget(command: Command): void
  killAll(): void
}

export function createCommands(clock: Clock): Commands {
  const running = new Set<Command>()
  return {
    start(text, cwd, onOutput) {
      const child = spawn('sh', ['-c', text], { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
      const command: Command = {
        pid: child.pid,
        output: gather(child, onOutput),
        ended: ending(child, clock),
        kill: () => killGroup(child.pid),
      }
      running.add(command)
      void command.ended.then(() => running.delete(command))
      return command
    },
    forget: (command) => running.delete(command),
    killAll() {
      for (const command of running) command.kill()
    },
  }
}

/** Resolves when it exited and its output ended, or a little after the exit when something else holds the pipes. */
function ending(child: ChildProcess, clock: Clock): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, signal: null, problem: error.message }))
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }))
    child.once('exit', (exitCode, signal) =>
      clock.after(demoLimits.drainMs, () => resolve({ exitCode, signal })),
    )
  })
}

function gather(child: ChildProcess, onOutput: () => void): () => string {
  let kept = ''
  let before = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      kept += text
      const over = kept.length - demoLimits.outputBytes
      if (over > 0) {
        kept = kept.slice(over)
        before += over
      }
      onOutput()
    })
  }
  return () => (before === 0 ? kept : `[${before} characters came before this]\n${kept}`)
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The whole group had ended by itself.
    if (systemCode(error) !== 'ESRCH') throw error
  }
}
