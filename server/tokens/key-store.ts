import type { Database } from 'bun:sqlite'

export interface SigningKey {
  kid: string
  /** Ed25519, base64url. */
  privateKey: string
  publicKey: string
}

export interface StoredKey extends SigningKey {
  createdAt: number
}

export interface KeyStatement {
  number: number
  /** The newest key that it tells of. */
  kid: string
  jws: string
}

interface Stored {
  kid: string
  private_key: string
  public_key: string
  created_at: number
}

const toKey = (stored: Stored): StoredKey => ({
  kid: stored.kid,
  privateKey: stored.private_key,
  publicKey: stored.public_key,
  createdAt: stored.created_at,
})

export type KeyStore = ReturnType<typeof createKeyStore>

/** Signing keys and the statements that made them known. Nothing here is ever changed, only added. */
export function createKeyStore(db: Database) {
  const all = db.query<
    Stored,
    []
  >(`SELECT signing_keys.kid, private_key, public_key, signing_keys.created_at FROM signing_keys
     JOIN key_statements ON key_statements.kid = signing_keys.kid ORDER BY number`)
  const at = db.query<Stored, [number]>(
    `SELECT signing_keys.kid, private_key, public_key, signing_keys.created_at FROM key_statements
     JOIN signing_keys ON signing_keys.kid = key_statements.kid
     WHERE number <= ? ORDER BY number DESC LIMIT 1`,
  )
  const after = db.query<KeyStatement, [number]>(
    'SELECT number, kid, jws FROM key_statements WHERE number > ? ORDER BY number',
  )
  return {
    /** In the order in which they became known. */
    keys: (): StoredKey[] => all.all().map(toKey),
    /** The newest key that who acknowledged this statement knows. */
    keyAt(statement: number): SigningKey | null {
      const stored = at.get(statement)
      return stored && toKey(stored)
    },
    statementsAfter: (number: number): KeyStatement[] => after.all(number),
    newest: (): number =>
      db.query<{ n: number | null }, []>('SELECT max(number) AS n FROM key_statements').get()?.n ?? 0,
    insert(key: SigningKey, statement: KeyStatement, now: number): void {
      db.query(
        `INSERT INTO signing_keys (kid, private_key, public_key, created_at)
         VALUES ($kid, $privateKey, $publicKey, $now)`,
      ).run({ ...key, now })
      db.query(
        'INSERT INTO key_statements (number, kid, jws, created_at) VALUES ($number, $kid, $jws, $now)',
      ).run({ ...statement, now })
    },
  }
}
