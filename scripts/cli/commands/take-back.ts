import { wholeNumber } from '../args.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const takeBack: Command = {
  name: 'take-back',
  summary: 'Take back a message that still waits for its turn.',
  usage: 'SESSION SEQ',
  flags: {},
  positionals: { least: 2, most: 2 },
  async run({ daemon, output }, args) {
    const [session, text] = args.positionals
    const seq = wholeNumber('SEQ', text, 1) ?? 0
    const taken = await unwrap(
      daemon.v1
        .sessions({ session: segment(session) })
        .queue({ seq })
        .delete(),
    )
    if (output.json) output.value(taken)
    else output.line(`Message ${taken.seq} taken back.`)
    return exitCodes.ok
  },
}
