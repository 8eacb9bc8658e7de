import type { Database } from 'bun:sqlite'

export interface MachineRow {
  id: string
  label: string
  owner: string | null
  acquiredAt: number
  remoteChat: boolean
  /** X25519 and Ed25519, base64url; null before enrollment. */
  machineKey: string | null
  signKey: string | null
  enrolledBy: string | null
  version: string | null
  lastSeenAt: number | null
  /** The newest key statement it acknowledged. */
  statement: number
  revokedAt: number | null
}

interface Stored {
  id: string
  label: string
  owner: string | null
  acquired_at: number
  remote_chat: number
  machine_key: string | null
  sign_key: string | null
  enrolled_by: string | null
  version: string | null
  last_seen_at: number | null
  statement: number
  revoked_at: number | null
}

const COLUMNS = `machines.id, label, owner, acquired_at, remote_chat, machine_key, sign_key, enrolled_by, version,
  last_seen_at, statement, revoked_at`

const toMachine = (stored: Stored): MachineRow => ({
  id: stored.id,
  label: stored.label,
  owner: stored.owner,
  acquiredAt: stored.acquired_at,
  remoteChat: stored.remote_chat === 1,
  machineKey: stored.machine_key,
  signKey: stored.sign_key,
  enrolledBy: stored.enrolled_by,
  version: stored.version,
  lastSeenAt: stored.last_seen_at,
  statement: stored.statement,
  revokedAt: stored.revoked_at,
})

export type MachineStore = ReturnType<typeof createMachineStore>

export function createMachineStore(db: Database) {
  const byId = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM machines WHERE id = ?`)
  const granted = db.query<Stored, [string, string]>(
    `SELECT ${COLUMNS} FROM machines JOIN grants ON grants.machine = machines.id
     WHERE machines.id = ? AND grants.user = ? AND revoked_at IS NULL`,
  )
  const rank = db.query<{ n: number }, { owner: string; acquiredAt: number; id: string }>(
    `SELECT count(*) AS n FROM machines WHERE owner = $owner AND revoked_at IS NULL
     AND (acquired_at, id) < ($acquiredAt, $id)`,
  )
  return {
    /** For the relay, which asks for nobody: also a revoked one. */
    get(id: string): MachineRow | null {
      const stored = byId.get(id)
      return stored && toMachine(stored)
    },
    /** One that the user has a grant on. */
    visible(id: string, user: string): MachineRow | null {
      const stored = granted.get(id, user)
      return stored && toMachine(stored)
    },
    list: (user: string): MachineRow[] =>
      db
        .query<Stored, [string]>(
          `SELECT ${COLUMNS} FROM machines JOIN grants ON grants.machine = machines.id
           WHERE grants.user = ? AND revoked_at IS NULL ORDER BY label COLLATE NOCASE, machines.id`,
        )
        .all(user)
        .map(toMachine),
    ownedCount: (owner: string): number =>
      db
        .query<{ n: number }, [string]>(
          'SELECT count(*) AS n FROM machines WHERE owner = ? AND revoked_at IS NULL',
        )
        .get(owner)?.n ?? 0,
    /** How many of its owner's machines came before it. */
    rank: (machine: { owner: string; acquiredAt: number; id: string }): number =>
      rank.get({ owner: machine.owner, acquiredAt: machine.acquiredAt, id: machine.id })?.n ?? 0,
    /** Another machine under this label in the list of anybody who sees `id` (or of `user`). */
    labelTaken: (label: string, user: string, id: string | null): boolean =>
      db
        .query(
          `SELECT 1 FROM machines JOIN grants ON grants.machine = machines.id
           WHERE revoked_at IS NULL AND label = $label COLLATE NOCASE AND machines.id IS NOT $id AND (
             grants.user = $user OR grants.user IN (SELECT user FROM grants WHERE machine = $id)) LIMIT 1`,
        )
        .get({ label, user, id }) !== null,
    insert(machine: { id: string; label: string; owner: string | null; local: boolean; at: number }): void {
      db.query(
        `INSERT INTO machines (id, label, owner, acquired_at, created_at, local)
         VALUES ($id, $label, $owner, $at, $at, $local)`,
      ).run({ ...machine, local: machine.local ? 1 : 0 })
    },
    enrolled: (): string[] =>
      db
        .query<{ id: string }, []>(
          'SELECT id FROM machines WHERE enrolled_at IS NOT NULL AND revoked_at IS NULL ORDER BY id',
        )
        .all()
        .map((row) => row.id),
    /** The machine that this authority runs on. */
    local(): MachineRow | null {
      const stored = db
        .query<Stored, []>(
          `SELECT ${COLUMNS} FROM machines WHERE local = 1 AND revoked_at IS NULL ORDER BY created_at LIMIT 1`,
        )
        .get()
      return stored && toMachine(stored)
    },
    /** For a machine that nobody owns. */
    adopt: (id: string, owner: string, at: number, remoteChat: boolean): void =>
      void db
        .query(
          `UPDATE machines SET owner = $owner, acquired_at = $at, remote_chat = $chat
           WHERE id = $id AND owner IS NULL AND revoked_at IS NULL`,
        )
        .run({ id, owner, at, chat: remoteChat ? 1 : 0 }),
    /** Those of one owner, by rank. */
    ownedBy: (owner: string): MachineRow[] =>
      db
        .query<Stored, [string]>(
          `SELECT ${COLUMNS} FROM machines WHERE owner = ? AND revoked_at IS NULL ORDER BY acquired_at, id`,
        )
        .all(owner)
        .map(toMachine),
    /** Every one that is not revoked, with how many people may use it. */
    all: (): (MachineRow & { createdAt: number; grants: number })[] =>
      db
        .query<Stored & { created_at: number; grants: number }, []>(
          `SELECT ${COLUMNS}, created_at, (SELECT count(*) FROM grants WHERE machine = machines.id) AS grants
           FROM machines WHERE revoked_at IS NULL ORDER BY label COLLATE NOCASE, machines.id`,
        )
        .all()
        .map((row) => ({ ...toMachine(row), createdAt: row.created_at, grants: row.grants })),
    rename: (id: string, owner: string, label: string): void =>
      void db.query('UPDATE machines SET label = ? WHERE id = ? AND owner = ?').run(label, id, owner),
    setRemoteChat: (id: string, owner: string, on: boolean): void =>
      void db
        .query('UPDATE machines SET remote_chat = ? WHERE id = ? AND owner = ?')
        .run(on ? 1 : 0, id, owner),
    /** Its owner has one less from then on, and its label is free. */
    revoke: (id: string, at: number): void =>
      void db
        .query('UPDATE machines SET revoked_at = ?, owner = NULL WHERE id = ? AND revoked_at IS NULL')
        .run(at, id),
    enroll(
      id: string,
      pinned: { machineKey: string; signKey: string; by: string | null; statement: number; at: number },
    ): void {
      db.query(
        `UPDATE machines SET machine_key = $machineKey, sign_key = $signKey, enrolled_at = $at, enrolled_by = $by,
         statement = $statement WHERE id = $id`,
      ).run({ id, ...pinned })
    },
    /** In place of those it had, which vouched for these. */
    rekey: (id: string, keys: { machineKey: string; signKey: string }): void =>
      void db
        .query('UPDATE machines SET machine_key = $machineKey, sign_key = $signKey WHERE id = $id')
        .run({ id, ...keys }),
    acknowledged: (id: string, statement: number): void =>
      void db.query('UPDATE machines SET statement = max(statement, ?) WHERE id = ?').run(statement, id),
    seen: (id: string, at: number): void =>
      void db.query('UPDATE machines SET last_seen_at = ? WHERE id = ?').run(at, id),
    announced: (id: string, facts: { version: string; agents: string[] }): void =>
      void db
        .query('UPDATE machines SET version = ?, agents = ? WHERE id = ?')
        .run(facts.version, JSON.stringify(facts.agents), id),
  }
}
