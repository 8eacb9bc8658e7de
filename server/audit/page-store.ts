import type { Database } from 'bun:sqlite'
import type { AuditEntry, CircuitEntry } from '../../shared/wire/audit.ts'

/** Which rows: of one, or all (null); below `before` (an id), `limit` of them, the newest first. */
export interface PageOf<By extends string> {
  of: { by: By; id: string } | null
  before: number
  limit: number
}

export type PageStore = ReturnType<typeof createPageStore>

const NAMED = (column: string): string =>
  `coalesce((SELECT label FROM machines WHERE id = ${column}),
    (SELECT name FROM users WHERE id = ${column} AND deleted_at IS NULL))`

const AUDIT = `SELECT audit.id, at, audit.user, users.name AS userName, devices.name AS device, address, act, subject,
   ${NAMED('audit.subject')} AS subjectName, detail, ${NAMED('audit.detail')} AS detailName
 FROM audit LEFT JOIN users ON users.id = audit.user AND users.deleted_at IS NULL
 LEFT JOIN devices ON devices.id = audit.device`

const CIRCUITS = `SELECT circuits.id, circuits.user, users.name AS userName, devices.name AS device, circuits.machine,
   machines.label AS machineLabel, opened_at AS openedAt, closed_at AS closedAt, reason,
   bytes_up AS bytesUp, bytes_down AS bytesDown
 FROM circuits LEFT JOIN users ON users.id = circuits.user AND users.deleted_at IS NULL
 LEFT JOIN devices ON devices.id = circuits.device
 LEFT JOIN machines ON machines.id = circuits.machine`

/** What was done and which circuits there were, with the names of now. */
export function createPageStore(db: Database) {
  /** A statement each, so that each has its index: these tables only grow. */
  const paged = <T>(select: string, table: string, column: string | null) =>
    db.query<T, (string | number)[]>(
      `${select} WHERE ${column === null ? '' : `${table}.${column} = ? AND `}${table}.id < ?
       ORDER BY ${table}.id DESC LIMIT ?`,
    )
  const everything = paged<AuditEntry>(AUDIT, 'audit', null)
  const bySubject = paged<AuditEntry>(AUDIT, 'audit', 'subject')
  const byUser = paged<AuditEntry>(AUDIT, 'audit', 'user')
  const circuits = paged<CircuitEntry>(CIRCUITS, 'circuits', null)
  const circuitsOfOne = paged<CircuitEntry>(CIRCUITS, 'circuits', 'machine')
  return {
    audit({ of, before, limit }: PageOf<'subject' | 'user'>): AuditEntry[] {
      if (of === null) return everything.all(before, limit)
      return (of.by === 'subject' ? bySubject : byUser).all(of.id, before, limit)
    },
    circuits: ({ of, before, limit }: PageOf<'machine'>): CircuitEntry[] =>
      of === null ? circuits.all(before, limit) : circuitsOfOne.all(of.id, before, limit),
  }
}
