/** Starts a role in this process: the only file of the command line that knows how. */
import { startDaemon } from '../../daemon/start.ts'
import { CliError } from './cli-error.ts'
import type { Context } from './command.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'

export interface RoleOptions {
  /** Null: what the environment says, else the loopback. */
  host: string | null
  /** 0: a free one, remembered by the home. Null: the usual one, else a free one. */
  port: number | null
}

/** Runs the daemon until a signal or a shutdown request ends it. */
export async function runDaemon(context: Context, options: RoleOptions): Promise<ExitCode> {
  const { output } = context
  const started = await startDaemon({ home: context.home, env: context.env, ...options })
  if (!started.ok)
    throw new CliError(started.refusal.code, started.refusal.message, { exit: exitCodes.error })
  const { daemon } = started
  let interrupts = 0
  // The first signal leaves turns with the keeper, a second one ends them too.
  const ignore = context.onInterrupt(() => {
    interrupts++
    daemon.stop(interrupts === 1 ? 'keep' : 'all').catch((error: unknown) => output.note(String(error)))
  })
  if (output.json) output.value({ ready: { url: daemon.url, setupUrl: null, machineId: null } })
  else output.line(`ready ${daemon.url}`)
  const { kept } = await daemon.stopped
  ignore()
  const last = keptSentence(kept)
  if (output.json) output.note(last)
  else output.line(last)
  return exitCodes.ok
}

export function keptSentence(kept: number): string {
  if (kept === 0) return 'Stopped; no turn stays with the keeper.'
  return `Stopped; ${kept} ${kept === 1 ? 'turn stays' : 'turns stay'} with the keeper.`
}
