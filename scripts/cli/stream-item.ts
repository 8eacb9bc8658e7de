/**
 * What a session's stream sends, as this version reads it. Types it knows are checked whole; an event of a later
 * version is still an event with a place in the log, so that nothing is lost and no seq is missed.
 */
import { type Static, Type, Value } from '../../shared/typebox.ts'
import { SessionEvent } from '../../shared/wire/event.ts'
import { Session } from '../../shared/wire/session.ts'
import { CliError } from './cli-error.ts'

const LoggedEvent = Type.Object({ seq: Type.Integer({ minimum: 1 }), type: Type.String() })
export type LoggedEvent = Static<typeof LoggedEvent>

const Item = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    first: Type.Integer(),
    last: Type.Integer(),
    snapshot: Session,
  }),
  Type.Object({ type: Type.Literal('page'), events: Type.Array(LoggedEvent), more: Type.Boolean() }),
  Type.Object({ type: Type.Literal('event'), event: LoggedEvent }),
  Type.Object({ type: Type.Literal('snapshot'), snapshot: Session }),
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({ type: Type.Literal('end'), why: Type.String() }),
])
export type Item = Static<typeof Item>

const Framed = Type.Object({ data: Type.Unknown() })
const Kind = Type.Object({ type: Type.String() })
const knownKinds = new Set(['hello', 'page', 'event', 'snapshot', 'ping', 'end'])

/** The item in one SSE frame as Eden hands it over; null for a kind that a later version added. */
export function itemOf(frame: unknown): Item | null {
  const value = Value.Check(Framed, frame) ? frame.data : frame
  if (Value.Check(Item, value)) return value
  if (Value.Check(Kind, value) && !knownKinds.has(value.type)) return null
  throw new CliError('internal', 'The stream sent something this version does not know.')
}

/** The event when this version knows its type and shape. */
export const knownEvent = (event: LoggedEvent): SessionEvent | null =>
  Value.Check(SessionEvent, event) ? event : null
