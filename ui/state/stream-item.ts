/**
 * What a machine's streams send, checked. An event that this version does not know keeps its place in the log as a
 * `raw` one, so that nothing is lost; an item of an unknown kind is passed over.
 */
import { type Static, Type, Value } from '../../shared/typebox.ts'
import { SessionEvent } from '../../shared/wire/event.ts'
import { Session } from '../../shared/wire/session.ts'
import { MachineItem } from '../../shared/wire/stream.ts'

const Framed = Type.Object({ data: Type.Unknown() })
const Logged = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: Type.Integer({ minimum: 0 }),
  type: Type.String(),
})
const Wire = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    first: Type.Integer(),
    last: Type.Integer(),
    snapshot: Session,
  }),
  Type.Object({ type: Type.Literal('page'), events: Type.Array(Logged), more: Type.Boolean() }),
  Type.Object({ type: Type.Literal('event'), event: Logged }),
  Type.Object({ type: Type.Literal('snapshot'), snapshot: Session }),
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({ type: Type.Literal('end'), why: Type.String() }),
])

/** An item of a session's stream; pages and single events are the same to whoever reads them. */
export type SessionItem =
  | { type: 'hello'; first: number; last: number; snapshot: Session }
  | { type: 'events'; events: SessionEvent[]; more: boolean }
  | { type: 'snapshot'; snapshot: Session }
  | { type: 'ping' }
  | { type: 'end'; why: string }

/** Null: an item that a later version added, or one that is not as it must be. */
export function sessionItemOf(frame: unknown): SessionItem | null {
  const value = bare(frame)
  if (!Value.Check(Wire, value)) return null
  if (value.type === 'page') return { type: 'events', events: value.events.map(eventOf), more: value.more }
  if (value.type === 'event') return { type: 'events', events: [eventOf(value.event)], more: false }
  return value
}

export function machineItemOf(frame: unknown): MachineItem | null {
  const value = bare(frame)
  return Value.Check(MachineItem, value) ? value : null
}

/** Eden hands over the whole server-sent event. */
const bare = (frame: unknown): unknown => (Value.Check(Framed, frame) ? frame.data : frame)

function eventOf(event: Static<typeof Logged>): SessionEvent {
  if (Value.Check(SessionEvent, event)) return event
  const { seq, at, type } = event
  return { seq, at, type: 'raw', method: type, params: JSON.stringify(event) }
}
