import type { Database } from 'bun:sqlite'

export interface MachineKeyRow {
  number: number
  jws: string
}

export type MachineKeyStore = ReturnType<typeof createMachineKeyStore>

/** How machines came from key to key: the statements, each signed by the key before it. */
export function createMachineKeyStore(db: Database) {
  const of = db.query<MachineKeyRow, [string]>(
    'SELECT number, jws FROM machine_keys WHERE machine = ? ORDER BY number',
  )
  return {
    /** The oldest first. */
    of: (machine: string): MachineKeyRow[] => of.all(machine),
    /** Only the newest `kept` stay. */
    add(row: MachineKeyRow & { machine: string; at: number }, kept: number): void {
      db.query(
        'INSERT INTO machine_keys (machine, number, jws, created_at) VALUES ($machine, $number, $jws, $at)',
      ).run({ ...row })
      db.query('DELETE FROM machine_keys WHERE machine = $machine AND number <= $number - $kept').run({
        machine: row.machine,
        number: row.number,
        kept,
      })
    },
    /** Its keys of now follow from none. */
    drop: (machine: string): void => void db.query('DELETE FROM machine_keys WHERE machine = ?').run(machine),
  }
}
