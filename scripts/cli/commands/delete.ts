import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const deleteCommand: Command = {
  name: 'delete',
  summary: 'Stop a session and delete it; the record of its asks stays.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const said = await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).delete())
    if (output.json) output.value(said)
    else output.line(`Deleted ${said.deleted}.`)
    return exitCodes.ok
  },
}
