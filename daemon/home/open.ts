import type { Database } from 'bun:sqlite'
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRead } from '../../shared/home/files.ts'
import { type Random, randomText } from '../../shared/ids.ts'
import { takeLock } from '../../shared/sqlite/lock.ts'

export type HomeOpened =
  | { kind: 'opened'; home: Home }
  | { kind: 'locked'; pid: number | null }
  | { kind: 'unwritable'; message: string }

/** The directory of one daemon. It is 0700: who can read it can speak for its owner. */
export interface Home {
  path: string
  /** The shared secret of the loopback port, 160 random bits. */
  secret: string
  socket: string
  rememberPort(port: number): void
  rememberedPort(): number | null
  writeRun(facts: object): void
  /** Forgets this life and frees the lock. */
  close(): void
}

export function openHome(path: string, random: Random, pid: number): HomeOpened {
  try {
    mkdirSync(join(path, 'run'), { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    accessSync(join(path, 'run'), constants.W_OK)
    const lock = takeLock(join(path, 'lock.db'))
    if (!lock) return { kind: 'locked', pid: Number(tryRead(join(path, 'lock.pid'))) || null }
    return { kind: 'opened', home: takeHome(path, random, pid, lock) }
  } catch (error) {
    // A system's or SQLite's word for what is in the way.
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'unwritable', message: `the home ${path} cannot be written (${error.code})` }
  }
}

/** The lock is ours: nobody else writes here. It is freed again when something is in the way. */
function takeHome(path: string, random: Random, pid: number, lock: Database): Home {
  const runFile = join(path, 'run.json')
  try {
    const secret = secretOf(join(path, 'secret'), random)
    writeFileSync(join(path, 'lock.pid'), String(pid), { mode: 0o600 })
    rmSync(runFile, { force: true })
    return {
      path,
      secret,
      socket: join(path, 'run', 'daemon.sock'),
      rememberPort: (port) => writeFileSync(join(path, 'port'), String(port), { mode: 0o600 }),
      rememberedPort: () => Number(tryRead(join(path, 'port'))) || null,
      writeRun: (facts) => writeFileSync(runFile, `${JSON.stringify(facts)}\n`, { mode: 0o600 }),
      close() {
        rmSync(runFile, { force: true })
        rmSync(join(path, 'lock.pid'), { force: true })
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

const SECRET_CHARS = 32

function secretOf(path: string, random: Random): string {
  const before = tryRead(path)
  if (before !== null && before.length >= SECRET_CHARS) return before
  const secret = randomText(random, SECRET_CHARS)
  writeFileSync(path, secret, { mode: 0o600 })
  return readFileSync(path, 'utf8')
}
