import { type Result, refuse } from '../../shared/errors.ts'
import type { AuditPage, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import type { SignedInUser } from '../auth/principal.ts'
import type { MachineStore } from '../machines/store.ts'
import type { PageOf, PageStore } from './page-store.ts'

/** The records, for those whom they concern. */
export interface Records {
  /** What was done to a machine, and who reached it: for its owner. */
  ofMachine(who: SignedInUser, machine: string, query: PageQuery): Result<AuditPage>
  circuitsOf(who: SignedInUser, machine: string, query: PageQuery): Result<CircuitPage>
  /** What somebody did themselves. */
  own(who: SignedInUser, query: PageQuery): AuditPage
  /** Everything, without the names of devices: for whoever runs the authority. */
  all(query: PageQuery): AuditPage
  allCircuits(query: PageQuery): CircuitPage
}

const PAGE = 50

export function createRecords(deps: { pages: PageStore; machines: MachineStore }): Records {
  const { pages, machines } = deps

  const pageOf = ({ before, limit }: PageQuery): { before: number; limit: number } => ({
    before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
    limit: limit === undefined ? PAGE : Number(limit),
  })

  const nextOf = (rows: readonly { id: number }[], limit: number): number | null =>
    rows.length < limit ? null : (rows.at(-1)?.id ?? null)

  const audit = (query: PageQuery, of: PageOf<'subject' | 'user'>['of']): AuditPage => {
    const page = pageOf(query)
    const entries = pages.audit({ of, ...page })
    return { entries, next: nextOf(entries, page.limit) }
  }

  const circuits = (query: PageQuery, of: PageOf<'machine'>['of']): CircuitPage => {
    const page = pageOf(query)
    const found = pages.circuits({ of, ...page })
    return { circuits: found, next: nextOf(found, page.limit) }
  }

  const owned = (who: SignedInUser, id: string): Result<null> => {
    const row = machines.visible(id, who.user.id)
    if (!row) return refuse('machine_not_found', 'you have no such machine')
    return row.owner === who.user.id
      ? { ok: true, value: null }
      : refuse('forbidden', 'only its owner may see this')
  }

  return {
    ofMachine(who, machine, query) {
      const may = owned(who, machine)
      return may.ok ? { ok: true, value: audit(query, { by: 'subject', id: machine }) } : may
    },
    circuitsOf(who, machine, query) {
      const may = owned(who, machine)
      return may.ok ? { ok: true, value: circuits(query, { by: 'machine', id: machine }) } : may
    },
    own: (who, query) => audit(query, { by: 'user', id: who.user.id }),
    all(query) {
      const { entries, next } = audit(query, null)
      return { entries: entries.map((entry) => ({ ...entry, device: null })), next }
    },
    allCircuits(query) {
      const found = circuits(query, null)
      return { circuits: found.circuits.map((entry) => ({ ...entry, device: null })), next: found.next }
    },
  }
}
