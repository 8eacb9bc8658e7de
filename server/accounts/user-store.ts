import type { Database } from 'bun:sqlite'

export interface UserRow {
  id: string
  name: string
  admin: boolean
  createdAt: number
  disabledAt: number | null
  passwordHash: string | null
  passwordChangedAt: number | null
  machineLimit: number | null
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
}

const COLUMNS = 'id, name, admin, created_at, disabled_at, password_hash, password_changed_at, machine_limit'

const toUser = (stored: Stored): UserRow => ({
  id: stored.id,
  name: stored.name,
  admin: stored.admin === 1,
  createdAt: stored.created_at,
  disabledAt: stored.disabled_at,
  passwordHash: stored.password_hash,
  passwordChangedAt: stored.password_changed_at,
  machineLimit: stored.machine_limit,
})

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(db: Database) {
  const byId = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM users WHERE id = ?`)
  const byName = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM users WHERE name = ?`)
  const byEmail = db.query<Stored, [string]>(
    `SELECT ${COLUMNS} FROM users WHERE email = ? AND email_verified_at IS NOT NULL`,
  )
  const any = db.query<{ n: number }, []>('SELECT count(*) AS n FROM (SELECT 1 FROM users LIMIT 1)')
  return {
    get(id: string): UserRow | null {
      const stored = byId.get(id)
      return stored && toUser(stored)
    },
    /** By name, else by an e-mail address that was verified; both folded to lower case. */
    find(nameOrEmail: string): UserRow | null {
      const folded = nameOrEmail.toLowerCase()
      const stored = byName.get(folded) ?? byEmail.get(folded)
      return stored && toUser(stored)
    },
    any: (): boolean => any.get()?.n === 1,
    insert(user: Pick<UserRow, 'id' | 'name' | 'admin' | 'createdAt' | 'passwordHash'>): void {
      db.query(
        `INSERT INTO users (id, name, admin, created_at, password_hash, password_changed_at)
         VALUES ($id, $name, $admin, $createdAt, $passwordHash, $createdAt)`,
      ).run({ ...user, admin: user.admin ? 1 : 0 })
    },
  }
}
