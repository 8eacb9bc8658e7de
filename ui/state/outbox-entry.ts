/** What the outbox keeps: commands as they were given, and how far each of them is. */
import { errorCodes } from '../../shared/errors.ts'
import { type Static, Type, Value } from '../../shared/typebox.ts'
import { AskAnswer } from '../../shared/wire/ask.ts'
import { ControlChange } from '../../shared/wire/control.ts'
import { NewSession, SessionChange } from '../../shared/wire/session.ts'

const onSession = <D extends string>(act: D) => Type.Object({ do: Type.Literal(act), session: Type.String() })

export const Command = Type.Union([
  Type.Object({ do: Type.Literal('create'), body: NewSession }),
  Type.Object({ do: Type.Literal('prompt'), session: Type.String(), text: Type.String() }),
  Type.Object({ do: Type.Literal('take_back'), session: Type.String(), seq: Type.Integer() }),
  Type.Object({ do: Type.Literal('answer'), session: Type.String(), ask: Type.String(), answer: AskAnswer }),
  Type.Object({
    do: Type.Literal('control'),
    session: Type.String(),
    control: Type.String(),
    value: ControlChange.properties.value,
  }),
  Type.Object({ do: Type.Literal('change'), session: Type.String(), change: SessionChange }),
  onSession('cancel'),
  onSession('stop'),
  onSession('resume'),
  onSession('park'),
  onSession('clear'),
  Type.Object({ do: Type.Literal('stop_task'), session: Type.String(), task: Type.String() }),
  onSession('delete'),
])
export type Command = Static<typeof Command>

/** What landed: the session, the seq of a prompt in its log, and what became of it there. */
export const Applied = Type.Object({
  session: Type.Union([Type.String(), Type.Null()]),
  seq: Type.Union([Type.Integer(), Type.Null()]),
  landed: Type.Union([Type.String(), Type.Null()]),
})
export type Applied = Static<typeof Applied>

const EntryCode = Type.Unsafe<keyof typeof errorCodes>(
  Type.Union(Object.keys(errorCodes).map((code) => Type.Literal(code))),
)

/**
 * `queued`: stored here, goes out when it can · `sending`: under way, or its answer was not heard · `applied`: it
 * landed · `refused`: it did not, and why · `not_known`: too old to be sent again, and nobody heard what became of it.
 */
export const EntryState = Type.Union([
  Type.Object({ is: Type.Literal('queued') }),
  Type.Object({ is: Type.Literal('sending') }),
  Type.Object({ is: Type.Literal('applied'), answer: Applied }),
  /** `again`: from when on it would not be, where the machine names a time. */
  Type.Object({ is: Type.Literal('refused'), code: EntryCode, again: Type.Optional(Type.Integer()) }),
  Type.Object({ is: Type.Literal('not_known') }),
])
export type EntryState = Static<typeof EntryState>

export const Entry = Type.Object({
  /** The `Idempotency-Key` of every try. */
  key: Type.String(),
  /** When it was given. */
  at: Type.Integer(),
  command: Command,
  state: EntryState,
  /** How often it was handed over. */
  tries: Type.Integer(),
})
export type Entry = Static<typeof Entry>

/** Null for what another build left that this one cannot read. */
export const entryOf = (value: unknown): Entry | null => (Value.Check(Entry, value) ? value : null)
