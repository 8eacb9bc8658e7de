import type { PageQuery } from '../../../shared/wire/audit.ts'
import { type Args, wholeNumber } from '../args.ts'
import { actTable, circuitTable } from '../record-rows.ts'
import { ask } from '../remote/account.ts'
import { type AdminVerb, say } from './act.ts'

const MOST_ROWS = 200

function queryOf(args: Args): PageQuery {
  const before = wholeNumber('--before', args.value('before'), 1)
  const limit = wholeNumber('--limit', args.value('limit'), 1, MOST_ROWS)
  return {
    ...(before === undefined ? {} : { before: String(before) }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  }
}

const moreAfter = (next: number | null): string[] => (next === null ? [] : [`More: --before ${next}`])

export const recordVerbs: Readonly<Record<string, AdminVerb>> = {
  audit: {
    usage: 'audit [--limit N] [--before ID]',
    words: { least: 0, most: 0 },
    async run(context, account, _words, args) {
      const query = queryOf(args)
      const page = await ask(context.home, account, (authority) => authority.v1.admin.audit.get({ query }))
      return say(context, page, [...actTable(page.entries), ...moreAfter(page.next)])
    },
  },
  circuits: {
    usage: 'circuits [--limit N] [--before ID]',
    words: { least: 0, most: 0 },
    async run(context, account, _words, args) {
      const query = queryOf(args)
      const page = await ask(context.home, account, (authority) => authority.v1.admin.circuits.get({ query }))
      return say(context, page, [...circuitTable(page.circuits), ...moreAfter(page.next)])
    },
  },
}
