import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const stop: Command = {
  name: 'stop',
  summary: 'End the agent of a session and everything it started; the conversation stays.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    printSession(
      output,
      await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).stop.post()),
    )
    return exitCodes.ok
  },
}
