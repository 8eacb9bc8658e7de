import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const clear: Command = {
  name: 'clear',
  summary: 'Begin a new conversation in a session; its history stays to be read.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const at = daemon.v1.sessions({ session: segment(args.positionals[0]) })
    printSession(output, await unwrap(at.clear.post()))
    return exitCodes.ok
  },
}
