/**
 * Brings the logs from before there was an index into it, a few events at a time. Each step is one transaction with
 * how far it came, so that whoever goes on neither loses nor doubles a message.
 */
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { Transactor } from '../db/transact.ts'
import type { EventStore } from '../events/store.ts'
import type { DaemonLimits } from '../limits.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { Gathered } from './gather.ts'
import type { MessageStore } from './message-store.ts'
import type { Messages } from './messages.ts'
import type { UnreadLog, UnreadStore } from './unread-store.ts'
import { toWords } from './words.ts'

export interface BackfillDeps {
  transact: Transactor
  unread: UnreadStore
  events: Pick<EventStore, 'after'>
  sessions: Pick<SessionStore, 'get'>
  store: MessageStore
  messages: Messages
  limits: Pick<DaemonLimits, 'backfillEvents' | 'backfillBytes'>
}

/** Says whether there is more to do. */
export const backfillStep = (deps: BackfillDeps): boolean =>
  deps.transact(() => {
    const log = deps.unread.next()
    if (log) readOn(deps, log)
    return log !== null
  })

function readOn(deps: BackfillDeps, log: UnreadLog): void {
  const { session, lastSeq } = log
  const title = deps.sessions.get(session)?.title
  if (title !== undefined && !deps.store.hasTitle(session)) deps.store.setTitle(session, toWords(title))
  const whole: Gathered[] = []
  const gatherer = deps.messages.gatherer(session, (message) => whole.push(message))
  let readTo = log.readTo
  let bytes = 0
  for (const row of deps.events.after(session, log.readTo, deps.limits.backfillEvents)) {
    if (row.seq > lastSeq) break
    // Rows are written by us alone, so reading one is not parsing untrusted input.
    gatherer.feed(JSON.parse(row.json) as SessionEvent)
    readTo = row.seq
    bytes += row.json.length
    if (bytes >= deps.limits.backfillBytes) break
  }
  const open = gatherer.openFrom()
  // A message that goes on is read again from its beginning, unless it is all that was read.
  const again = readTo < lastSeq && open !== null && open - 1 > log.readTo
  if (again) readTo = open - 1
  else gatherer.end()
  for (const message of whole) if (message.seq <= readTo) deps.messages.keep(session, message)
  if (readTo >= lastSeq || readTo === log.readTo) deps.unread.done(session)
  else deps.unread.readTo(session, readTo)
}
