import { unwrap } from '../client.ts'
import { type Command, MANY } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'
import { newSessionOf, startFlags, textOf } from '../session-text.ts'

export const newCommand: Command = {
  name: 'new',
  summary: 'Create a session; with TEXT, or - for stdin, as its first message.',
  usage: '--agent A | --preset P [--cwd DIR] [--nickname NAME] [--title TITLE] [--mcp NAME=URL] [TEXT | -]',
  flags: startFlags,
  positionals: { least: 0, most: MANY },
  async run(context, args) {
    const session = await newSessionOf(context, args)
    const text = await textOf(context, args.positionals)
    const created = await unwrap(
      context.daemon.v1.sessions.post(text === undefined ? session : { ...session, text }),
    )
    printSession(context.output, created)
    return exitCodes.ok
  },
}
