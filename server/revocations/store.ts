import type { Database } from 'bun:sqlite'

export interface Revocation {
  id: number
  sub?: string
  dev?: string
  sid?: string
}

interface Stored {
  id: number
  sub: string | null
  dev: string | null
  sid: string | null
}

const toRevocation = ({ id, sub, dev, sid }: Stored): Revocation => ({
  id,
  ...(sub !== null && { sub }),
  ...(dev !== null && { dev }),
  ...(sid !== null && { sid }),
})

export type RevocationStore = ReturnType<typeof createRevocationStore>

/** What machines have to be told, until they said that they know. */
export function createRevocationStore(db: Database) {
  const same = db.query<{ id: number }, Record<string, string | null>>(
    'SELECT id FROM revocations WHERE machine = $machine AND sub IS $sub AND dev IS $dev AND sid IS $sid',
  )
  return {
    insert(row: {
      machine: string
      sub?: string | undefined
      dev?: string | undefined
      sid?: string | undefined
      at: number
    }): void {
      const who = { machine: row.machine, sub: row.sub ?? null, dev: row.dev ?? null, sid: row.sid ?? null }
      // Said again under a new number: an acknowledgement on its way is of the earlier time.
      const before = same.get(who)
      if (before) db.query('DELETE FROM revocations WHERE id = ?').run(before.id)
      db.query(
        `INSERT INTO revocations (machine, sub, dev, sid, created_at)
         VALUES ($machine, $sub, $dev, $sid, $at)`,
      ).run({ ...who, at: row.at })
    },
    of: (machine: string): Revocation[] =>
      db
        .query<Stored, [string]>('SELECT id, sub, dev, sid FROM revocations WHERE machine = ? ORDER BY id')
        .all(machine)
        .map(toRevocation),
    acknowledged: (machine: string, id: number): void =>
      void db.query('DELETE FROM revocations WHERE machine = ? AND id = ?').run(machine, id),
    drop: (machine: string): void => void db.query('DELETE FROM revocations WHERE machine = ?').run(machine),
  }
}
