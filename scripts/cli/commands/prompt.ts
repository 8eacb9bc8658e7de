import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import { type Command, MANY } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { textOf } from '../session-text.ts'

export const prompt: Command = {
  name: 'prompt',
  summary: 'Send a message to a session and say how it landed.',
  usage: 'SESSION TEXT | -',
  flags: {},
  positionals: { least: 2, most: MANY },
  async run(context, args) {
    const [session, ...words] = args.positionals
    const text = await textOf(context, words)
    if (!text) throw usageError('there is no text to send')
    const landed = await unwrap(
      context.daemon.v1.sessions({ session: segment(session) }).prompt.post({ text }),
    )
    if (context.output.json) context.output.value(landed)
    else context.output.line(`${landed.landed} (message ${landed.seq})`)
    return exitCodes.ok
  },
}
