import type { Database } from 'bun:sqlite'

export interface StoredCommand {
  subject: string
  key: string
  route: string
  bodyHash: string
  at: number
  status: number
  body: unknown
}

interface Stored {
  subject: string
  key: string
  route: string
  body_hash: string
  at: number
  status: number
  body: string
}

const toCommand = (stored: Stored): StoredCommand => ({
  subject: stored.subject,
  key: stored.key,
  route: stored.route,
  bodyHash: stored.body_hash,
  at: stored.at,
  status: stored.status,
  body: JSON.parse(stored.body),
})

export type CommandStore = ReturnType<typeof createCommandStore>

export function createCommandStore(db: Database) {
  const one = db.query<Stored, [string, string, string]>(
    'SELECT * FROM commands WHERE subject = ? AND key = ? AND route = ?',
  )
  return {
    get(subject: string, key: string, route: string): StoredCommand | null {
      const stored = one.get(subject, key, route)
      return stored && toCommand(stored)
    },
    /** Whatever this subject did under this key; keys are random, so there is one. */
    find(subject: string, key: string): StoredCommand | null {
      const stored = db
        .query<Stored, [string, string]>(
          'SELECT * FROM commands WHERE subject = ? AND key = ? ORDER BY at DESC LIMIT 1',
        )
        .get(subject, key)
      return stored && toCommand(stored)
    },
    insert(command: StoredCommand): void {
      db.query(
        `INSERT INTO commands (subject, key, route, body_hash, at, status, body)
         VALUES ($subject, $key, $route, $bodyHash, $at, $status, $body)`,
      ).run({ ...command, body: JSON.stringify(command.body ?? null) })
    },
    /** Everybody of whom a command is remembered. */
    subjects: (): string[] =>
      db
        .query<{ subject: string }, []>('SELECT DISTINCT subject FROM commands')
        .all()
        .map(({ subject }) => subject),
    forgetSubject: (subject: string): void =>
      void db.query('DELETE FROM commands WHERE subject = ?').run(subject),
    forgetBefore: (at: number): void => void db.query('DELETE FROM commands WHERE at < ?').run(at),
  }
}
