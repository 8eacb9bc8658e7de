import type { Database } from 'bun:sqlite'
import type { Logger } from 'pino'
import type { Clock } from '../../shared/time.ts'
import type { Blobs } from '../events/blobs.ts'
import type { EventStore } from '../events/store.ts'
import { backfillStep } from '../search/backfill.ts'
import type { MessageStore } from '../search/message-store.ts'
import type { Messages } from '../search/messages.ts'
import { createUnreadStore } from '../search/unread-store.ts'
import type { Core } from '../sessions/core.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping.ts'
import { prune } from './prune.ts'
import { createRetentionStore } from './store.ts'
import { sweepStep } from './sweep.ts'

export interface UpkeepDeps {
  db: Database
  core: Pick<Core, 'sessions' | 'transact' | 'limits'>
  events: EventStore
  messages: Messages
  messageStore: MessageStore
  blobs: Pick<Blobs, 'remove'>
  clock: Clock
  log: Logger
}

/** What a daemon does to its database by itself: what is outdated goes, and what is not in the index gets there. */
export function createUpkeep(deps: UpkeepDeps): Housekeeping {
  const { db, core, clock, log } = deps
  const { sessions, transact, limits } = core
  const store = createRetentionStore(db)
  const unread = createUnreadStore(db)
  const { events, messages, messageStore } = deps
  return createHousekeeping({
    clock,
    limits,
    prune: () => prune({ transact, store, sessions, limits, log }),
    steps: [
      () => sweepStep({ transact, store, sessions, removeFiles: deps.blobs.remove, clock, limits }),
      () => backfillStep({ transact, unread, events, sessions, store: messageStore, messages, limits }),
    ],
  })
}
