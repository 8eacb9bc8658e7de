import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const cancel: Command = {
  name: 'cancel',
  summary: 'Cancel the turn of a session; queued messages are delivered after it.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const said = await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).cancel.post())
    if (output.json) output.value(said)
    else if (said.outcome === 'no_turn') output.line('There was no turn to cancel.')
    else output.line(said.settled ? 'Cancelled.' : 'Cancel sent; the agent has not ended its turn yet.')
    return exitCodes.ok
  },
}
