/** Where letters arrive in tests, instead of at a mail host. */
import type { HandOver } from '../mail/hand-over.ts'
import type { Letter } from '../mail/ports.ts'
import type { FixedSettings } from '../settings/rows.ts'
import { type Rig, type RigOptions, startRig } from './rig.ts'

/** Anybody may sign up, and letters are sent. */
export const OPEN: FixedSettings = {
  registration: 'open',
  smtp_host: 'smtp.example.org',
  smtp_from: 'fairlead@example.org',
}

export interface Mailbox {
  /** What has come since it was asked last, once nothing more is under way. */
  letters(): Promise<Letter[]>
  /** The token of the link in the one letter that came. */
  token(): Promise<string>
}

/** An authority that sends letters, and all of them. */
export async function startMailing(options: RigOptions = {}): Promise<{ rig: Rig; mail: Mailbox }> {
  let came: Letter[] = []
  const take: HandOver = async (letter, _mail, onText) => {
    onText()
    came.push(letter)
    return { kind: 'sent' }
  }
  const handOver = Object.assign(take, { stop: () => {} })
  const rig = await startRig({ fixed: OPEN, ...options, handOver })
  const letters = async (): Promise<Letter[]> => {
    while (isWaiting(rig)) await new Promise((done) => setImmediate(done))
    const all = came
    came = []
    return all
  }
  return {
    rig,
    mail: {
      letters,
      async token() {
        const all = await letters()
        const token = all.length === 1 ? tokenIn(all[0]) : null
        if (token === null) throw new Error(`not one letter with a link: ${JSON.stringify(all)}`)
        return token
      },
    },
  }
}

const isWaiting = ({ db }: Rig): boolean =>
  db.query('SELECT 1 FROM outbox WHERE ended_at IS NULL LIMIT 1').get() !== null

/** Null: it holds no link that does something. */
export const tokenIn = (letter: Letter | undefined): string | null =>
  /#(ft_[a-z0-9]+)/.exec(letter?.text ?? '')?.[1] ?? null

/** How many rows each table has. */
export function rowCounts({ db }: Pick<Rig, 'db'>): Record<string, number> {
  const tables = db
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
  const count = (name: string): number =>
    db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()?.n ?? 0
  return Object.fromEntries(tables.map(({ name }) => [name, count(name)]))
}
