/**
 * What the agent received and what it decided, one JSON line each, for tests that kill it and compare. A line
 * is on disk (as far as a killed process is concerned) before the agent acts on it; only `chunk`, `thought` and
 * `flood` follow their write, because they say that it succeeded.
 */
import { openSync, writeSync } from 'node:fs'
import type { Clock } from '../../shared/time.ts'

export interface Journal {
  got(what: string, fields?: Record<string, unknown>): void
  did(what: string, fields?: Record<string, unknown>): void
}

export function openJournal(path: string | undefined, pid: number, clock: Clock): Journal {
  if (path === undefined) return { got: () => {}, did: () => {} }
  const file = openSync(path, 'a', 0o600)
  const line = (entry: Record<string, unknown>): void => {
    writeSync(file, `${JSON.stringify({ at: clock.now(), pid, ...entry })}\n`)
  }
  return {
    got: (what, fields) => line({ got: what, ...fields }),
    did: (what, fields) => line({ did: what, ...fields }),
  }
}
