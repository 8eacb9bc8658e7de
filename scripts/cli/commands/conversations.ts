import { cleanLabel } from '../../../shared/untrusted.ts'
import type { Conversation } from '../../../shared/wire/conversation.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { directoryOf } from '../session-text.ts'
import { tableOf } from '../table.ts'

export const conversations: Command = {
  name: 'conversations',
  summary: 'List an agent’s own conversations, those begun in a terminal included.',
  usage: 'AGENT [--cwd DIR] [--after PAGE]',
  flags: {
    cwd: { kind: 'value', of: 'DIR', about: 'only those of this directory' },
    after: { kind: 'value', of: 'PAGE', about: 'the page after the one that named PAGE' },
  },
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const { daemon, output } = context
    const cwd = args.value('cwd')
    const cursor = args.value('after')
    const query = {
      ...(cwd === undefined ? {} : { cwd: directoryOf(context, cwd) }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const agent = segment(args.positionals[0])
    const page = await unwrap(daemon.v1.agents({ agent }).conversations.get({ query }))
    if (output.json) {
      output.value(page)
      return exitCodes.ok
    }
    if (!page.lists) output.note('This agent does not list its conversations.')
    const head = ['CONVERSATION', 'USED', 'SESSION', 'DIRECTORY', 'TITLE']
    if (page.conversations.length > 0)
      for (const line of tableOf(head, page.conversations.map(rowOf))) output.line(line)
    if (page.next !== null) output.note(`There is more: --after ${cleanLabel(page.next)}`)
    return exitCodes.ok
  },
}

const rowOf = ({ id, title, cwd, updatedAt, sessionId, open }: Conversation): string[] => [
  cleanLabel(id),
  updatedAt === null ? '' : new Date(updatedAt).toISOString().slice(0, 16),
  sessionId === undefined ? '' : `${sessionId}${open ? ' (open)' : ''}`,
  cleanLabel(cwd ?? ''),
  cleanLabel(title ?? ''),
]
