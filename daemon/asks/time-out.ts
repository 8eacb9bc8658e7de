import { MINUTE_MS } from '../../shared/time.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import { deliverNext } from '../sessions/turns.ts'
import { replyCancelled, settleAsk } from './close.ts'
import type { AskRow } from './store.ts'

/** When the oldest open permission will have waited too long; null: it may wait for ever, which is the default. */
export function permissionDeadline(
  core: Core,
  session: string,
): { kind: 'permission'; at: number; ask: AskRow } | null {
  const { permissionTimeoutMs } = core.settings()
  if (permissionTimeoutMs === null) return null
  const ask = core.asks.open(session).find((one) => one.body.kind === 'permission')
  return ask ? { kind: 'permission', at: ask.openedAt + permissionTimeoutMs, ask } : null
}

/** Nobody answered in time: the agent hears `cancelled`, the record says why. */
export function timeOutPermission(core: Core, work: Work, ask: AskRow): void {
  const minutes = Math.round((work.now - ask.openedAt) / MINUTE_MS)
  replyCancelled(core, work, ask)
  // An agent that ends its turn over this was refused, not stopped: nobody stopped it.
  if (ask.turn !== null) core.turns.refused(ask.session, ask.turn)
  settleAsk(core, work, ask, { outcome: 'timeout', why: `nobody answered within ${minutes} min` })
  core.turns.heard(ask.session, work.now)
  deliverNext(core, work)
}
