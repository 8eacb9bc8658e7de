/**
 * One schema per event type of a session's log. Append-only: fields are added as optional, none is removed, no
 * meaning changes. `fixtures/events.jsonl` holds one recorded event of every type and must always parse.
 */
import { type Static, type TProperties, Type } from '../typebox.ts'
import { AnsweredBy, PermissionBody, QuestionBody } from './ask.ts'
import { Control } from './control.ts'
import { ExitReason } from './exit-reason.ts'
import { LongText } from './text.ts'
import { toolCallFields } from './tool-call.ts'

/** `seq` is contiguous from 1 for the session's life; `turn` is the seq of the prompt that opened the turn. */
const envelope = {
  seq: Type.Integer({ minimum: 1 }),
  at: Type.Integer({ minimum: 0 }),
  turn: Type.Optional(Type.Integer({ minimum: 1 })),
  /** `replay`: history that an agent told us when its conversation was opened. Absent: live. */
  origin: Type.Optional(Type.Literal('replay')),
}

const event = <K extends string, P extends TProperties>(type: K, own: P) =>
  Type.Object({ ...envelope, type: Type.Literal(type), ...own })

export const TurnStop = Type.Union([
  Type.Literal('end_turn'),
  Type.Literal('cancelled'),
  /** A person refused a permission and the agent ended its turn over it. */
  Type.Literal('refused'),
  Type.Literal('max_tokens'),
  Type.Literal('max_turn_requests'),
  /** The model declined. */
  Type.Literal('refusal'),
  Type.Literal('agent_error'),
  /** The agent was silent past the bound with nothing pending. */
  Type.Literal('abandoned'),
  /** The turn was lost with its agent. */
  Type.Literal('interrupted'),
])
export type TurnStop = Static<typeof TurnStop>

export const PlanEntry = Type.Object({
  content: Type.String(),
  priority: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  /** The agent's own name of it, where it changes entries one by one. */
  id: Type.Optional(Type.String()),
})
export type PlanEntry = Static<typeof PlanEntry>

export const SessionEvent = Type.Union([
  event('prompt', { text: LongText }),
  event('prompt_delivered', { prompt: Type.Integer(), steered: Type.Optional(Type.Boolean()) }),
  event('prompt_withdrawn', {
    prompt: Type.Integer(),
    why: Type.Union([Type.Literal('taken_back'), Type.Literal('stopped')]),
  }),
  /** Text of one message; deltas with the same `message` (or, without one, adjacent ones) are one message. */
  event('message_delta', {
    text: LongText,
    message: Type.Optional(Type.String()),
    /** Whose words: the agent's unless said. `user` appears in replayed history only. */
    role: Type.Optional(Type.Literal('user')),
    /** The agent says that this is an error it met, not an answer. */
    error: Type.Optional(Type.Boolean()),
  }),
  event('thought_delta', { text: LongText, message: Type.Optional(Type.String()) }),
  event('tool_call', toolCallFields),
  event('plan', { entries: Type.Array(PlanEntry) }),
  /** What the agent reported; a field it did not report is absent, never zero. `used`/`size` are context tokens. */
  event('usage', {
    used: Type.Optional(Type.Number()),
    size: Type.Optional(Type.Number()),
    inputTokens: Type.Optional(Type.Number()),
    outputTokens: Type.Optional(Type.Number()),
    cost: Type.Optional(Type.Object({ amount: Type.Number(), currency: Type.String() })),
  }),
  event('permission_request', { ask: Type.String(), ...PermissionBody.properties }),
  event('permission_resolved', {
    ask: Type.String(),
    outcome: Type.Union([
      Type.Literal('selected'),
      Type.Literal('cancelled'),
      Type.Literal('withdrawn'),
      Type.Literal('agent_gone'),
      Type.Literal('timeout'),
    ]),
    option: Type.Optional(Type.String()),
    by: Type.Optional(AnsweredBy),
  }),
  event('elicitation_request', { ask: Type.String(), ...QuestionBody.properties }),
  event('elicitation_resolved', {
    ask: Type.String(),
    outcome: Type.Union([
      Type.Literal('accepted'),
      Type.Literal('declined'),
      Type.Literal('cancelled'),
      Type.Literal('withdrawn'),
      Type.Literal('agent_gone'),
      Type.Literal('timeout'),
    ]),
    answers: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
    by: Type.Optional(AnsweredBy),
  }),
  /** Once per turn, naming every prompt it covers. */
  event('turn_result', {
    prompts: Type.Array(Type.Integer()),
    stopReason: TurnStop,
    message: Type.Optional(Type.String()),
  }),
  /** Process facts, for readers; a session's status is derived from state and never read back from here. */
  event('session_status', {
    status: Type.Union([
      Type.Literal('started'),
      Type.Literal('resumed'),
      Type.Literal('adopted'),
      Type.Literal('exited'),
    ]),
    reason: Type.Optional(ExitReason),
    /** The kill could not be confirmed; `left` names what still ran. */
    unconfirmed: Type.Optional(Type.Boolean()),
    left: Type.Optional(Type.Array(Type.String())),
    message: Type.Optional(Type.String()),
  }),
  event('config', { controls: Type.Array(Control) }),
  event('context_cleared', {}),
  event('file_sent', { path: Type.String(), bytes: Type.Integer(), blob: Type.Optional(Type.String()) }),
  event('error', { code: Type.String(), message: Type.String() }),
  /** An update nobody maps yet, whole: one muted row, never dropped. `params` is JSON text. */
  event('raw', { method: Type.String(), params: LongText }),
])
export type SessionEvent = Static<typeof SessionEvent>
export type EventType = SessionEvent['type']

type Omitted<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'turn'> : never
/** An event before the log gave it its place. */
export type NewEvent = Omitted<SessionEvent>
