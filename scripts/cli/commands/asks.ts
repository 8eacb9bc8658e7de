import { cleanLabel } from '../../../shared/untrusted.ts'
import type { AskRecord } from '../../../shared/wire/ask.ts'
import { wholeNumber } from '../args.ts'
import { type Daemon, segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'

const DEFAULT_LIMIT = 50

export const asks: Command = {
  name: 'asks',
  summary: 'The record of asks: what was asked, how it ended, and by whom.',
  usage: '[SESSION] [--before N] [--limit N]',
  flags: {
    before: { kind: 'value', of: 'N', about: 'records older than this number' },
    limit: { kind: 'value', of: 'N', about: `how many (default ${DEFAULT_LIMIT})` },
  },
  positionals: { least: 0, most: 1 },
  async run({ daemon, output }, args) {
    const [name] = args.positionals
    const before = wholeNumber('--before', args.value('before'), 1)
    const limit = wholeNumber('--limit', args.value('limit'), 1) ?? DEFAULT_LIMIT
    const id = name === undefined ? undefined : await idOf(daemon, name)
    const query = {
      limit: String(limit),
      ...(id === undefined ? {} : { session: id }),
      ...(before === undefined ? {} : { before: String(before) }),
    }
    const records = await unwrap(daemon.v1.asks.history.get({ query }))
    if (output.json) output.value(records)
    else
      for (const line of tableOf(['N', 'WHEN', 'SESSION', 'ASK', 'OUTCOME', 'BY'], records.map(rowOf)))
        output.line(line)
    return exitCodes.ok
  },
}

/** The record outlives its session, so an id is taken as it is and only a nickname is looked up. */
async function idOf(daemon: Daemon, name: string): Promise<string> {
  if (name.startsWith('s_')) return name
  return (await unwrap(daemon.v1.sessions({ session: segment(name) }).get())).id
}

function rowOf(record: AskRecord): string[] {
  const { body } = record
  const asked =
    body.kind === 'permission' ? (body.permission.toolCall.title ?? 'a permission') : body.question.message
  const chosen = record.option === undefined ? '' : `: ${cleanLabel(record.option)}`
  const when = new Date(record.settledAt).toISOString()
  const by = record.by ? record.by.door : '-'
  return [String(record.n), when, record.session, cleanLabel(asked), cleanLabel(record.outcome) + chosen, by]
}
