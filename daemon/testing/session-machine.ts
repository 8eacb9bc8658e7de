/**
 * The session machine without processes: real stores on a database file, a clock that stands still, and the acts it
 * asks of runs written down instead of done. Closing it and opening it on the same file is a daemon's death.
 */
import { join } from 'node:path'
import type { Random } from '../../shared/ids.ts'
import type { FakeClock } from '../../shared/testing/fake-clock.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { createRecordStore } from '../asks/record-store.ts'
import { createAskStore } from '../asks/store.ts'
import { openDatabase } from '../db/open.ts'
import { createTransact } from '../db/transact.ts'
import { createBlobs } from '../events/blobs.ts'
import { createEventLog } from '../events/log.ts'
import { createEventStore } from '../events/store.ts'
import { daemonLimits } from '../limits.ts'
import { createRunStore } from '../runs/store.ts'
import type { Core, RunActions } from '../sessions/core.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createTurnStore } from '../sessions/turn-store.ts'

export interface RunAct {
  act: keyof RunActions
  run: string
}

export interface SessionMachine {
  core: Core
  /** What was asked of runs since it was opened, in order. */
  acts: RunAct[]
  events(session: string): SessionEvent[]
  /** The lines that wait for the run's agent, which takes them with this. */
  takeLines(run: string): unknown[]
  close(): void
}

export function openSessionMachine(deps: { home: string; clock: FakeClock; random: Random }): SessionMachine {
  const opened = openDatabase(join(deps.home, 'daemon.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const { db } = opened
  const acts: RunAct[] = []
  const record = (act: RunAct['act']) => (run: string) => void acts.push({ act, run })
  const sessions = createSessionStore(db)
  const events = createEventStore(db)
  const core: Core = {
    sessions,
    turns: createTurnStore(db),
    runs: createRunStore(db),
    asks: createAskStore(db),
    records: createRecordStore(db),
    log: createEventLog({ events, sessions, blobs: createBlobs(join(deps.home, 'blobs')) }),
    transact: createTransact({ db, clock: deps.clock, onSend: () => {}, onTouched: () => {} }),
    random: deps.random,
    limits: daemonLimits,
    version: '0.0.0',
    act: {
      launch: record('launch'),
      end: record('end'),
      mark: record('mark'),
      sweep: record('sweep'),
      serveFiles: record('serveFiles'),
    },
  }
  return {
    core,
    acts,
    events: (session) => events.list(session),
    takeLines(run) {
      const lines: unknown[] = []
      for (let next = core.runs.nextLine(run); next; next = core.runs.nextLine(run)) {
        lines.push(JSON.parse(next.line))
        core.runs.taken(run, next.n)
      }
      return lines
    },
    close: () => db.close(),
  }
}
