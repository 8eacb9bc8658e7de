import { type Static, Type } from '../typebox.ts'
import { ToolCallFields } from './tool-call.ts'

/** A permission option, id and kind verbatim. Kinds known today: allow_once, allow_always, reject_once, reject_always. */
export const AskOption = Type.Object({ id: Type.String(), name: Type.String(), kind: Type.String() })
export type AskOption = Static<typeof AskOption>

export const FieldChoice = Type.Object({
  value: Type.String(),
  label: Type.String(),
  description: Type.Optional(Type.String()),
})
export type FieldChoice = Static<typeof FieldChoice>

/** One field of a question form. `choices` on a text field are suggestions nobody has to take only when `open`. */
export const FormField = Type.Object({
  name: Type.String(),
  kind: Type.Union([
    Type.Literal('text'),
    Type.Literal('number'),
    Type.Literal('integer'),
    Type.Literal('boolean'),
    Type.Literal('choice'),
    Type.Literal('choices'),
  ]),
  label: Type.String(),
  description: Type.Optional(Type.String()),
  required: Type.Boolean(),
  choices: Type.Optional(Type.Array(FieldChoice)),
  default: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
  ),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  /** Typed blind and never logged. */
  secret: Type.Optional(Type.Boolean()),
})
export type FormField = Static<typeof FormField>

export const PermissionBody = Type.Object({ toolCall: ToolCallFields, options: Type.Array(AskOption) })
export type PermissionBody = Static<typeof PermissionBody>

export const QuestionBody = Type.Object({ message: Type.String(), fields: Type.Array(FormField) })
export type QuestionBody = Static<typeof QuestionBody>

const askHead = {
  id: Type.String(),
  session: Type.String(),
  openedAt: Type.Integer(),
  turn: Type.Optional(Type.Integer()),
}

/** An ask, whole: what a person must see before answering, and what `shown` is computed over. */
export const Ask = Type.Union([
  Type.Object({ ...askHead, kind: Type.Literal('permission'), permission: PermissionBody }),
  Type.Object({ ...askHead, kind: Type.Literal('question'), question: QuestionBody }),
])
export type Ask = Static<typeof Ask>

/** What a snapshot carries of an open ask. The card reads the rest with `GET …/asks/:ask`. */
export const AskSummary = Type.Object({
  id: Type.String(),
  kind: Type.Union([Type.Literal('permission'), Type.Literal('question')]),
  openedAt: Type.Integer(),
  turn: Type.Optional(Type.Integer()),
  title: Type.String(),
  options: Type.Optional(Type.Array(AskOption)),
})
export type AskSummary = Static<typeof AskSummary>

const Shown = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const FormValues = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
)
export type FormValues = Static<typeof FormValues>

/** `shown` is {@link askDigest} of the ask as it was drawn; another value is `409 ask_changed`. */
export const AskAnswer = Type.Union([
  Type.Object({ shown: Shown, option: Type.String() }),
  Type.Object({
    shown: Shown,
    action: Type.Union([Type.Literal('accept'), Type.Literal('decline'), Type.Literal('cancel')]),
    values: Type.Optional(FormValues),
  }),
])
export type AskAnswer = Static<typeof AskAnswer>

/** Who answered: from which door, and where known which person and device. */
export const AnsweredBy = Type.Object({
  door: Type.Union([
    Type.Literal('local'),
    Type.Literal('device'),
    Type.Literal('channel'),
    Type.Literal('rule'),
  ]),
  sub: Type.Optional(Type.String()),
  device: Type.Optional(Type.String()),
})
export type AnsweredBy = Static<typeof AnsweredBy>

/** How an ask ended; the record of it is hash-chained and kept when its session is deleted. */
export const AskRecord = Type.Object({
  n: Type.Integer(),
  ask: Type.String(),
  session: Type.String(),
  shown: Type.String(),
  body: Ask,
  outcome: Type.String(),
  option: Type.Optional(Type.String()),
  answers: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
  by: Type.Optional(AnsweredBy),
  /** Where it ended without anybody, in words. */
  why: Type.Optional(Type.String()),
  openedAt: Type.Integer(),
  settledAt: Type.Integer(),
  previous: Type.String(),
  hash: Type.String(),
})
export type AskRecord = Static<typeof AskRecord>

/** Whether the record of asks fits together: how many do from the first on, and the number of the first that does not. */
export const AskChain = Type.Object({
  records: Type.Integer({ minimum: 0 }),
  firstBroken: Type.Union([Type.Integer(), Type.Null()]),
})
export type AskChain = Static<typeof AskChain>
