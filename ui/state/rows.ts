/**
 * What a transcript is made of. Each event is a small row; rows that belong together become one (`merge-rows.ts`).
 * `seq` is that of the first event of a row: no two rows share it, and rows are in its order.
 */
import type { AnsweredBy, PermissionBody, QuestionBody } from '../../shared/wire/ask.ts'
import type { PlanEntry, SessionEvent, TurnStop } from '../../shared/wire/event.ts'
import type { LongText } from '../../shared/wire/text.ts'
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'

interface Base {
  seq: number
  at: number
  /** The seq of the prompt that opened the turn; null outside of any. */
  turn: number | null
  /** History that the agent told when its conversation was opened. */
  replay: boolean
}

export interface PromptRow extends Base {
  kind: 'prompt'
  /** The prompt's own seq. */
  prompt: number
  /** Null only while nothing but what became of it is known. */
  text: LongText | null
  delivered: boolean
  steered: boolean
  withdrawn: 'taken_back' | 'stopped' | null
}

export interface MessageRow extends Base {
  kind: 'message' | 'thought'
  /** The agent's id of the message; null where it gave none. */
  message: string | null
  role: 'agent' | 'user'
  /** What was said, in order; texts that were not cut are one. */
  parts: readonly LongText[]
  /** The agent says that this is an error it met. */
  error: boolean
}

export interface ToolRow extends Base {
  kind: 'tool'
  call: Omit<ToolCallFields, 'output'>
  output: readonly LongText[]
  /** Its first event announced it. */
  begins: boolean
  /** The turn of its latest event. */
  lastTurn: number | null
}

export interface PlanRow extends Base {
  kind: 'plan'
  entries: readonly PlanEntry[]
}

export interface AskRow extends Base {
  kind: 'ask'
  ask: string
  /** Null only while nothing but how it ended is known. */
  body:
    | { kind: 'permission'; permission: PermissionBody }
    | { kind: 'question'; question: QuestionBody }
    | null
  settled: AskEnd | null
}

export interface AskEnd {
  outcome: string
  option: string | null
  answers: readonly { label: string; value: string }[] | null
  by: AnsweredBy | null
  at: number
}

export interface TurnEndRow extends Base {
  kind: 'turn_end'
  prompts: readonly number[]
  stopReason: TurnStop
  message: string | null
}

/** Events that are a row of their own, as they came. */
export type NoteEvent = Extract<
  SessionEvent,
  { type: 'session_status' | 'context_cleared' | 'file_sent' | 'error' | 'raw' }
>
export interface NoteRow extends Base {
  kind: 'note'
  event: NoteEvent
}

export type Row = PromptRow | MessageRow | ToolRow | PlanRow | AskRow | TurnEndRow | NoteRow
