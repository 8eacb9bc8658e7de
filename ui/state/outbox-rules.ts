/** The rules of the outbox, without a clock, a store or a network of their own. */
import type { ErrorCode, Result } from '../../shared/errors.ts'
import { COMMAND_MEMORY_MS, COMMAND_RESEND_MS } from '../../shared/limits.ts'
import { Type, Value } from '../../shared/typebox.ts'
import { isPassing } from '../api/circuit-state.ts'
import type { Applied, Entry, EntryState } from './outbox-entry.ts'

export const isSettled = ({ state }: Entry): boolean => state.is !== 'queued' && state.is !== 'sending'

/** Messages of one lane go out one after the other, in the order they were given. */
const laneOf = ({ key, command }: Entry): string => (command.do === 'create' ? key : command.session)

/** An answer or a stop must not wait behind a message that cannot land. */
const keepsOrder = ({ command }: Entry): boolean => command.do === 'prompt' || command.do === 'create'

/** What goes out now: of messages the first of each lane, of acts all. `entries` are in the order they were given. */
export function dueEntries(entries: readonly Entry[]): Entry[] {
  const lanes = new Set<string>()
  return entries.filter((entry) => {
    if (isSettled(entry)) return false
    if (keepsOrder(entry)) {
      if (lanes.has(laneOf(entry))) return false
      lanes.add(laneOf(entry))
    }
    return entry.state.is === 'queued'
  })
}

/** Past this age it is not sent again: the machine may have forgotten that it has it already. */
export const isTooOld = (entry: Entry, now: number): boolean =>
  !isSettled(entry) && now - entry.at >= COMMAND_RESEND_MS

/** A cancel means the turn that the person saw: one that could not leave in time would end another. */
export const isStale = (entry: Entry, now: number, cancelMs: number): boolean =>
  entry.command.do === 'cancel' && !isSettled(entry) && now - entry.at >= cancelMs

/** What becomes of one that is not sent any more. */
export const afterWaiting = (entry: Entry): EntryState =>
  entry.command.do === 'cancel' && entry.tries === 0
    ? { is: 'refused', code: 'connection_lost' }
    : { is: 'not_known' }

/** What stops it from being handed over, though it is as good as before. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'outcome_unknown',
  'device_not_approved',
  'machine_key_changed',
  'unauthenticated',
  'session_expired',
  'session_revoked',
  'device_revoked',
  'user_disabled',
  'user_deleted',
])

/**
 * After a try; the same key may be sent any number of times, and is applied once. A refusal that names a time is one to
 * a person, who would else wait for minutes without a word.
 */
export function afterTry(result: Result<Applied>, now: number): EntryState {
  if (result.ok) return { is: 'applied', answer: result.value }
  const { code, detail } = result.error
  if (Value.Check(Later, detail)) return { is: 'refused', code, again: now + Math.ceil(detail.retryAfterMs) }
  return isPassing(code) || HELD_BACK.has(code) ? { is: 'queued' } : { is: 'refused', code }
}

const Later = Type.Object({ retryAfterMs: Type.Number({ minimum: 0 }) })

/** What the machine says of a command that is not known; null: it could not say. */
export function afterCheck(entry: Entry, result: Result<Applied>, now: number): EntryState | null {
  if (result.ok) return { is: 'applied', answer: result.value }
  if (result.error.code !== 'command_not_found') return null
  // Past its memory, not to be found means nothing.
  return now - entry.at < COMMAND_MEMORY_MS ? { is: 'refused', code: 'command_not_found' } : null
}

/** What an owner that went away left under way is sent again. */
export const afterTakeover = (entry: Entry): Entry =>
  entry.state.is === 'sending' ? { ...entry, state: { is: 'queued' } } : entry
