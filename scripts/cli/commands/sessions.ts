import { cleanLabel } from '../../../shared/untrusted.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { statusWords } from '../session-lines.ts'
import { tableOf } from '../table.ts'

export const sessions: Command = {
  name: 'sessions',
  summary: 'List the sessions of this machine.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ daemon, output }) {
    const list = await unwrap(daemon.v1.sessions.get())
    if (output.json) output.value(list)
    else {
      const rows = list.map((session) => [
        session.nickname,
        cleanLabel(session.agent),
        statusWords(session),
        session.asks.length === 0 ? '' : String(session.asks.length),
        cleanLabel(session.title),
      ])
      for (const line of tableOf(['SESSION', 'AGENT', 'STATUS', 'ASKS', 'TITLE'], rows)) output.line(line)
    }
    return exitCodes.ok
  },
}
