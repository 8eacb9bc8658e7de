/** A real daemon in this process, enrolled at a test's authority, its tunnel up. */
import pino from 'pino'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'
import { type RunningDaemon, startDaemon } from '../start.ts'
import type { TestAuthority } from './authority.ts'

export interface EnrolledMachine {
  daemon: RunningDaemon
  home: string
  /** Whatever the daemon logged, as text. */
  logged(): string
  /** A request as whoever is on the machine itself. */
  local(path: string, init?: RequestInit): Promise<Response>
  end(): Promise<void>
}

export interface EnrolledOptions {
  /** Base64url; the first device that proves it is let in. */
  pairing?: string
  limits?: Partial<DaemonLimits>
  clock?: Clock
}

export async function enrolledMachine(
  authority: TestAuthority,
  options: EnrolledOptions = {},
): Promise<EnrolledMachine> {
  const temp: TempHome = await tempHome()
  const lines: string[] = []
  const started = await startDaemon({
    home: temp.path,
    host: null,
    port: 0,
    env: { PATH: process.env.PATH ?? '', HOME: temp.path },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
  })
  if (!started.ok) throw new Error(started.refusal.message)
  const { daemon } = started
  const enrolled = await daemon.enroll({
    origin: authority.origin,
    code: 'code',
    ...(options.pairing === undefined ? {} : { pairing: options.pairing }),
  })
  if (!enrolled.ok) throw enrolled.error
  await daemon.tunnelUp()
  return {
    daemon,
    home: temp.path,
    logged: () => lines.join(''),
    local: (path, init) => fetch(`http://machine${path}`, { ...init, unix: daemon.socket }),
    async end() {
      await daemon.stop('all')
      await temp.remove()
    },
  }
}
