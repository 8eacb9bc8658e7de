import { CliError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { isAlive } from '../is-alive.ts'
import { cliLimits } from '../limits.ts'
import { pause } from '../pause.ts'
import { readRunFile } from '../run-file.ts'

export const down: Command = {
  name: 'down',
  summary: 'Stop the daemon of this home; open turns stay with the keeper.',
  usage: '[--sessions]',
  flags: { sessions: { kind: 'switch', about: 'end every session, open turns too' } },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const pid = readRunFile(context.home)?.pid
    const sessions = args.switch('sessions')
    const { kept } = await unwrap(context.daemon.v1.shutdown.post({ sessions }))
    if (pid !== undefined) await ended(context, pid)
    if (context.output.json) context.output.value({ kept })
    else context.output.line(kept === 0 ? 'Stopped.' : `Stopped; ${kept} with the keeper.`)
    return exitCodes.ok
  },
}

/** Watches the process go, so that what follows `down` finds the home free. */
async function ended(context: Context, pid: number): Promise<void> {
  const until = context.clock.now() + cliLimits.downMs
  while (isAlive(pid)) {
    if (context.clock.now() > until)
      throw new CliError('timeout', `The daemon (pid ${pid}) has not ended yet.`)
    await pause(context.clock, cliLimits.downPollMs)
  }
}
