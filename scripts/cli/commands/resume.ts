import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const resume: Command = {
  name: 'resume',
  summary: 'Bring the agent of a session back where its conversation was left.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    printSession(
      output,
      await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).resume.post()),
    )
    return exitCodes.ok
  },
}
