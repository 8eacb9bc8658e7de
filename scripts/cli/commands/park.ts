import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const park: Command = {
  name: 'park',
  summary: 'Shut an idle agent down; the next message resumes it where it was.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const at = daemon.v1.sessions({ session: segment(args.positionals[0]) })
    printSession(output, await unwrap(at.park.post()))
    return exitCodes.ok
  },
}
