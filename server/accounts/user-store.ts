import type { Database } from 'bun:sqlite'

export interface UserRow {
  id: string
  name: string
  admin: boolean
  createdAt: number
  disabledAt: number | null
  passwordHash: string | null
  passwordChangedAt: number | null
  /** Null: the authority's counts. */
  machineLimit: number | null
  /** Verified, in lower case. */
  email: string | null
  /** Asked for, and not verified yet. */
  pendingEmail: string | null
}

interface Stored {
  id: string
  name: string
  admin: number
  created_at: number
  disabled_at: number | null
  password_hash: string | null
  password_changed_at: number | null
  machine_limit: number | null
  email: string | null
  email_verified_at: number | null
  pending_email: string | null
}

const COLUMNS = `id, name, admin, created_at, disabled_at, password_hash, password_changed_at, machine_limit,
  email, email_verified_at, pending_email`

const toUser = (stored: Stored): UserRow => ({
  id: stored.id,
  name: stored.name,
  admin: stored.admin === 1,
  createdAt: stored.created_at,
  disabledAt: stored.disabled_at,
  passwordHash: stored.password_hash,
  passwordChangedAt: stored.password_changed_at,
  machineLimit: stored.machine_limit,
  email: stored.email_verified_at === null ? null : stored.email,
  pendingEmail: stored.pending_email,
})

export type UserStore = ReturnType<typeof createUserStore>

/** Accounts that are not deleted; of the others only that they were. */
export function createUserStore(db: Database) {
  const byId = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM users WHERE id = ? AND deleted_at IS NULL`)
  const byName = db.query<Stored, [string]>(
    `SELECT ${COLUMNS} FROM users WHERE name = ? AND deleted_at IS NULL`,
  )
  const byEmail = db.query<Stored, [string]>(
    `SELECT ${COLUMNS} FROM users WHERE email = ? AND email_verified_at IS NOT NULL AND deleted_at IS NULL`,
  )
  const any = db.query<{ n: number }, []>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM users WHERE deleted_at IS NULL LIMIT 1)',
  )
  const one = (stored: Stored | null): UserRow | null => stored && toUser(stored)
  return {
    get: (id: string): UserRow | null => one(byId.get(id)),
    wasDeleted: (id: string): boolean =>
      db.query('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NOT NULL').get(id) !== null,
    byName: (name: string): UserRow | null => one(byName.get(name.toLowerCase())),
    /** By a verified address. */
    byEmail: (email: string): UserRow | null => one(byEmail.get(email.toLowerCase())),
    /** By name, else by an e-mail address that was verified; both folded to lower case. */
    find(nameOrEmail: string): UserRow | null {
      const folded = nameOrEmail.toLowerCase()
      return one(byName.get(folded) ?? byEmail.get(folded))
    },
    any: (): boolean => any.get()?.n === 1,
    /** All of them, by name. */
    list: (): UserRow[] =>
      db
        .query<Stored, []>(`SELECT ${COLUMNS} FROM users WHERE deleted_at IS NULL ORDER BY name`)
        .all()
        .map(toUser),
    /** Admins that are neither disabled nor deleted. */
    enabledAdmins: (): number =>
      db
        .query<{ n: number }, []>(
          'SELECT count(*) AS n FROM users WHERE admin = 1 AND disabled_at IS NULL AND deleted_at IS NULL',
        )
        .get()?.n ?? 0,
    /** The name must be free: look in the same transaction. Without a password nobody signs in. */
    insert(user: Pick<UserRow, 'id' | 'name' | 'admin' | 'createdAt' | 'passwordHash'>): void {
      db.query(
        `INSERT INTO users (id, name, admin, created_at, password_hash, password_changed_at)
         VALUES ($id, $name, $admin, $createdAt, $passwordHash, iif($passwordHash IS NULL, NULL, $createdAt))`,
      ).run({ ...user, admin: user.admin ? 1 : 0 })
    },
    setPassword: (id: string, passwordHash: string, at: number): void =>
      void db
        .query(
          'UPDATE users SET password_hash = ?, password_changed_at = ? WHERE id = ? AND deleted_at IS NULL',
        )
        .run(passwordHash, at, id),
    setPendingEmail: (id: string, email: string | null): void =>
      void db.query('UPDATE users SET pending_email = ? WHERE id = ?').run(email?.toLowerCase() ?? null, id),
    /** A verified one, or none; what was pending is over. */
    setEmail: (id: string, email: string | null, at: number): void =>
      void db
        .query(
          `UPDATE users SET email = $email, email_verified_at = iif($email IS NULL, NULL, $at), pending_email = NULL
           WHERE id = $id`,
        )
        .run({ id, email: email?.toLowerCase() ?? null, at }),
    setDisabled: (id: string, at: number | null): void =>
      void db.query('UPDATE users SET disabled_at = ? WHERE id = ?').run(at, id),
    setAdmin: (id: string, admin: boolean): void =>
      void db.query('UPDATE users SET admin = ? WHERE id = ?').run(admin ? 1 : 0, id),
    setMachineLimit: (id: string, limit: number | null): void =>
      void db.query('UPDATE users SET machine_limit = ? WHERE id = ?').run(limit, id),
    /** The row stays for `forgetBefore`; name and address are free, and no name has a space. */
    remove: (id: string, at: number): void =>
      void db
        .query(
          `UPDATE users SET deleted_at = $at, name = id || ' deleted', email = NULL, email_verified_at = NULL,
           pending_email = NULL, password_hash = NULL, admin = 0 WHERE id = $id AND deleted_at IS NULL`,
        )
        .run({ id, at }),
    /** Of the deleted, those that nobody needs to be told of any more. One that still owns a machine stays. */
    forgetBefore: (at: number): void =>
      void db
        .query(
          `DELETE FROM users WHERE deleted_at < ?
           AND NOT EXISTS (SELECT 1 FROM machines WHERE machines.owner = users.id)`,
        )
        .run(at),
  }
}
