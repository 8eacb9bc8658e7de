import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import { type Command, MANY } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const rename: Command = {
  name: 'rename',
  summary: 'Give a session a title, or with --nickname another name.',
  usage: 'SESSION [TITLE] [--nickname NAME]',
  flags: { nickname: { kind: 'value', of: 'NAME', about: 'the name to call it by' } },
  positionals: { least: 1, most: MANY },
  async run({ daemon, output }, args) {
    const [session, ...words] = args.positionals
    const nickname = args.value('nickname')
    if (words.length === 0 && nickname === undefined) throw usageError('give a title or --nickname')
    const change = {
      ...(words.length === 0 ? {} : { title: words.join(' ') }),
      ...(nickname === undefined ? {} : { nickname }),
    }
    printSession(output, await unwrap(daemon.v1.sessions({ session: segment(session) }).patch(change)))
    return exitCodes.ok
  },
}
