import { type Static, Type } from '../typebox.ts'
import { SessionEvent } from './event.ts'
import { Session } from './session.ts'

/**
 * What a session's event stream sends, in order: `hello`, `page`s until the reader has caught up, then `event`s and
 * `ping`s, `end` when the daemon ends it. A stream that stops without `end` was cut: open it again `after` the last
 * seq seen. A `snapshot` follows whatever changed it.
 */
export const StreamItem = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    first: Type.Integer(),
    last: Type.Integer(),
    snapshot: Session,
  }),
  Type.Object({ type: Type.Literal('page'), events: Type.Array(SessionEvent), more: Type.Boolean() }),
  Type.Object({ type: Type.Literal('event'), event: SessionEvent }),
  Type.Object({ type: Type.Literal('snapshot'), snapshot: Session }),
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({ type: Type.Literal('end'), why: Type.String() }),
])
export type StreamItem = Static<typeof StreamItem>

/** The machine's stream: every session at once, then those that changed or went. */
export const MachineItem = Type.Union([
  Type.Object({ type: Type.Literal('hello'), sessions: Type.Array(Session) }),
  Type.Object({
    type: Type.Literal('changed'),
    sessions: Type.Array(Session),
    gone: Type.Array(Type.String()),
  }),
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({ type: Type.Literal('end'), why: Type.String() }),
])
export type MachineItem = Static<typeof MachineItem>
