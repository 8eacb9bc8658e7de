/**
 * What a transcript draws, in order. A state module makes rows from events; nothing here knows of a network. `key` is
 * stable for a row's life, and a row that did not change is the same object, so drawing it again costs nothing.
 */
import type { AnsweredBy, Ask } from '../../shared/wire/ask.ts'
import type { PlanEntry, TurnStop } from '../../shared/wire/event.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { LongText } from '../../shared/wire/text.ts'
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'

/** A call with everything its events said so far; `output` is what was printed, in order. */
export interface ToolCall extends Omit<ToolCallFields, 'output'> {
  output?: readonly LongText[]
  /** Calls that are a part of this one (a subagent's). */
  children?: readonly ToolCall[]
}

/** `queued`, `sending`: not stored anywhere but here. `waiting`: in the session's queue. */
export type PromptState =
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'delivered'
  | 'steered'
  | 'taken_back'
  | 'stopped'
  | 'refused'
  | 'not_known'

export type SettledAsk = {
  ask: string
  what: string
  by?: AnsweredBy
} & (
  | { kind: 'permission'; outcome: string; option?: string }
  | { kind: 'question'; outcome: string; answers?: readonly { label: string; value: string }[] }
)

interface Placed {
  key: string
  /** Unix milliseconds. */
  at: number
  /** History that an agent told when its conversation was opened. */
  replay?: boolean
}

export type PromptRow = Placed & {
  kind: 'prompt'
  text: LongText
  state: PromptState
  seq?: number
  /** Why it was refused, in words. */
  why?: string
}

export type Row = Placed &
  (
    | PromptRow
    | { kind: 'message'; parts: readonly LongText[]; error?: boolean; live?: boolean }
    | { kind: 'thought'; parts: readonly LongText[]; live?: boolean }
    | { kind: 'tools'; calls: readonly ToolCall[] }
    | { kind: 'plan'; entries: readonly PlanEntry[] }
    | { kind: 'ask_open'; ask: Ask['id']; what: string }
    | { kind: 'ask_settled'; settled: SettledAsk }
    | { kind: 'turn_end'; stopReason: TurnStop; message?: string }
    | {
        kind: 'process'
        status: 'started' | 'resumed' | 'adopted' | 'exited'
        reason?: ExitReason
        left?: readonly string[]
        message?: string
      }
    | { kind: 'cleared' }
    | { kind: 'file'; path: string; bytes: number }
    | { kind: 'error'; code: string; message: string }
    | { kind: 'raw'; method: string; params: LongText }
  )
