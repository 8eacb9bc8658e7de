import type { AuditEntry, CircuitEntry, PageQuery } from '../../../shared/wire/audit.ts'
import { type Args, wholeNumber } from '../args.ts'
import { ask } from '../remote/account.ts'
import { tableOf } from '../table.ts'
import { type AdminVerb, say, timeOf } from './act.ts'

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
      const head = ['AT', 'WHO', 'DID', 'TO', 'ABOUT', 'FROM']
      return say(context, page, [...tableOf(head, page.entries.map(entryRow)), ...moreAfter(page.next)])
    },
  },
  circuits: {
    usage: 'circuits [--limit N] [--before ID]',
    words: { least: 0, most: 0 },
    async run(context, account, _words, args) {
      const query = queryOf(args)
      const page = await ask(context.home, account, (authority) => authority.v1.admin.circuits.get({ query }))
      const head = ['OPENED', 'WHO', 'MACHINE', 'CLOSED', 'WHY', 'BYTES UP', 'BYTES DOWN']
      return say(context, page, [...tableOf(head, page.circuits.map(circuitRow)), ...moreAfter(page.next)])
    },
  },
}

const entryRow = (entry: AuditEntry): string[] => [
  timeOf(entry.at),
  entry.userName ?? entry.user ?? '',
  entry.act,
  entry.subjectName ?? entry.subject ?? '',
  entry.detailName ?? entry.detail ?? '',
  entry.address ?? '',
]

const circuitRow = (circuit: CircuitEntry): string[] => [
  timeOf(circuit.openedAt),
  circuit.userName ?? circuit.user,
  circuit.machineLabel ?? circuit.machine,
  timeOf(circuit.closedAt),
  circuit.reason ?? '',
  String(circuit.bytesUp ?? ''),
  String(circuit.bytesDown ?? ''),
]
