import type { Database } from 'bun:sqlite'
import type { AuditAct, CircuitEnd } from '../../shared/wire/audit.ts'

export interface AuditEntry {
  at: number
  user: string | null
  device: string | null
  address: string | null
  act: AuditAct
  /** The id of what it was done to. */
  subject: string | null
  /** Whom or what else it was about: of a grant, the person; of a setting, its name. */
  detail?: string | null
}

export interface CircuitRow {
  id: number
  user: string
  device: string
  machine: string
  openedAt: number
  closedAt: number | null
  reason: string | null
}

interface StoredCircuit {
  id: number
  user: string
  device: string
  machine: string
  opened_at: number
  closed_at: number | null
  reason: string | null
}

const toCircuit = ({ opened_at, closed_at, ...rest }: StoredCircuit): CircuitRow => ({
  ...rest,
  openedAt: opened_at,
  closedAt: closed_at,
})

export type AuditStore = ReturnType<typeof createAuditStore>

/** Append-only: what was done, and which circuits there were. */
export function createAuditStore(db: Database) {
  const append = db.query(
    `INSERT INTO audit (at, user, device, address, act, subject, detail)
     VALUES ($at, $user, $device, $address, $act, $subject, $detail)`,
  )
  const opened = db.query<{ id: number }, [string, string, string, number]>(
    'INSERT INTO circuits (user, device, machine, opened_at) VALUES (?, ?, ?, ?) RETURNING id',
  )
  const closed = db.query(
    `UPDATE circuits SET closed_at = $at, reason = $reason, bytes_up = $up, bytes_down = $down
     WHERE id = $id AND closed_at IS NULL`,
  )
  return {
    append: (entry: AuditEntry): void => void append.run({ ...entry, detail: entry.detail ?? null }),
    /** What was done to one subject, the oldest first. */
    about: (subject: string): AuditEntry[] =>
      db
        .query<AuditEntry, [string]>(
          'SELECT at, user, device, address, act, subject FROM audit WHERE subject = ? ORDER BY id',
        )
        .all(subject),
    circuitOpened(circuit: { user: string; device: string; machine: string; at: number }): number {
      const row = opened.get(circuit.user, circuit.device, circuit.machine, circuit.at)
      if (!row) throw new TypeError('a row was inserted and has no id')
      return row.id
    },
    circuitClosed: (id: number, end: { at: number; reason: CircuitEnd; up: number; down: number }): void =>
      void closed.run({ id, ...end }),
    /** Those that a process left open by dying. */
    closeLeftOpen: (at: number): void =>
      void db
        .query(`UPDATE circuits SET closed_at = ?, reason = 'connection_lost' WHERE closed_at IS NULL`)
        .run(at),
    circuitsOf: (machine: string): CircuitRow[] =>
      db
        .query<StoredCircuit, [string]>(
          `SELECT id, user, device, machine, opened_at, closed_at, reason FROM circuits
           WHERE machine = ? ORDER BY id`,
        )
        .all(machine)
        .map(toCircuit),
  }
}
