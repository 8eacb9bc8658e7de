import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'
import { directoryOf } from '../session-text.ts'

export const adopt: Command = {
  name: 'adopt',
  summary: 'Make a session of a conversation that an agent has already (fairlead conversations lists them).',
  usage: 'AGENT CONVERSATION [--cwd DIR] [--nickname NAME]',
  flags: {
    cwd: { kind: 'value', of: 'DIR', about: 'the directory of the conversation (default: here)' },
    nickname: { kind: 'value', of: 'NAME', about: 'what to call the session' },
  },
  positionals: { least: 2, most: 2 },
  async run(context, args) {
    const [agent, conversation] = args.positionals.map(segment)
    const nickname = args.value('nickname')
    const wanted = {
      cwd: directoryOf(context, args.value('cwd')),
      ...(nickname === undefined ? {} : { nickname }),
    }
    const session = await unwrap(
      context.daemon.v1
        .agents({ agent: agent ?? '' })
        .conversations({ conversation: conversation ?? '' })
        .adopt.post(wanted),
    )
    printSession(context.output, session)
    return exitCodes.ok
  },
}
