import { accessSync, chmodSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostSocket } from '../shared/home/authority-socket.ts'
import { tryRead } from '../shared/home/files.ts'
import { takeLock } from '../shared/sqlite/lock.ts'

/** The authority's own directory of a home, 0700: who can read it can sign for everybody. */
export interface AuthorityHome {
  database: string
  /** Where whoever runs this host asks it something; there while it runs. */
  socket: string
  rememberPort(port: number): void
  rememberedPort(): number | null
  close(): void
}

export type HomeOpened =
  | { kind: 'opened'; home: AuthorityHome }
  | { kind: 'locked'; pid: number | null }
  | { kind: 'unwritable'; message: string }

export function openHome(path: string, pid: number): HomeOpened {
  const directory = join(path, 'authority')
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    chmodSync(directory, 0o700)
    accessSync(directory, constants.W_OK)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'unwritable', message: `the home ${path} cannot be written (${error.code})` }
  }
  const lock = takeLock(join(directory, 'lock.db'))
  const pidFile = join(directory, 'lock.pid')
  const portFile = join(directory, 'port')
  if (!lock) return { kind: 'locked', pid: Number(tryRead(pidFile)) || null }
  writeFileSync(pidFile, String(pid), { mode: 0o600 })
  return {
    kind: 'opened',
    home: {
      database: join(directory, 'authority.db'),
      socket: hostSocket(path),
      rememberPort: (port) => writeFileSync(portFile, String(port), { mode: 0o600 }),
      rememberedPort: () => Number(tryRead(portFile)) || null,
      close() {
        rmSync(pidFile, { force: true })
        lock.close()
      },
    },
  }
}
