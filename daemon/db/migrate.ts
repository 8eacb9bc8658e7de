import type { Migration } from '../../shared/sqlite/migrate.ts'
import { sessionsAndRuns } from './migrations/0001-sessions-and-runs.ts'
import { enrollmentAndLock } from './migrations/0002-enrollment-and-lock.ts'
import { serversAndChoices } from './migrations/0003-servers-and-choices.ts'
import { living } from './migrations/0004-living.ts'
import { restAndTasks } from './migrations/0005-rest-and-tasks.ts'
import { messages } from './migrations/0006-messages.ts'
import { credentials } from './migrations/0007-credentials.ts'
import { conversations } from './migrations/0008-conversations.ts'
import { presets } from './migrations/0009-presets.ts'
import { trustedFrom } from './migrations/0010-trusted-from.ts'
import { retiredDevices } from './migrations/0011-retired-devices.ts'

/** Append-only: the schema's version is the length of this list. */
export const migrations: readonly Migration[] = [
  { sql: sessionsAndRuns, olderBuilds: 'refuse' },
  { sql: enrollmentAndLock, olderBuilds: 'open' },
  { sql: serversAndChoices, olderBuilds: 'open' },
  { sql: living, olderBuilds: 'refuse' },
  { sql: restAndTasks, olderBuilds: 'refuse' },
  { sql: messages, olderBuilds: 'refuse' },
  { sql: credentials, olderBuilds: 'refuse' },
  { sql: conversations, olderBuilds: 'refuse' },
  { sql: presets, olderBuilds: 'refuse' },
  // An older build would take the stolen key again.
  { sql: trustedFrom, olderBuilds: 'refuse' },
  // An older build would leave a retired device in the lock.
  { sql: retiredDevices, olderBuilds: 'refuse' },
]
