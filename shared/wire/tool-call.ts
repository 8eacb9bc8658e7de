import { type Static, Type } from '../typebox.ts'
import { LongText } from './text.ts'

/** What a tool call shows, in the agent's order. */
export const ToolContent = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: LongText }),
  /** `old` is null for a new file. */
  Type.Object({
    type: Type.Literal('diff'),
    path: Type.String(),
    old: Type.Union([LongText, Type.Null()]),
    new: LongText,
  }),
  /** Content nobody maps yet, as the agent sent it (JSON text). */
  Type.Object({ type: Type.Literal('other'), json: LongText }),
])
export type ToolContent = Static<typeof ToolContent>

/** `cancelled` is ours: the call was still open when its turn was cancelled or its agent ended. */
export const ToolStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('in_progress'),
  Type.Literal('completed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
])
export type ToolStatus = Static<typeof ToolStatus>

export const ToolLocation = Type.Object({ path: Type.String(), line: Type.Optional(Type.Integer()) })
export type ToolLocation = Static<typeof ToolLocation>

/**
 * A change of one tool call: the first event of a `toolCall` creates it, each later one replaces the fields it
 * carries and leaves the rest. `output` is appended text (a stream), everything else replaces.
 */
export const toolCallFields = {
  toolCall: Type.String(),
  title: Type.Optional(Type.String()),
  kind: Type.Optional(Type.String()),
  status: Type.Optional(ToolStatus),
  locations: Type.Optional(Type.Array(ToolLocation)),
  /** The tool's input as the agent sent it, as JSON text. */
  rawInput: Type.Optional(LongText),
  content: Type.Optional(Type.Array(ToolContent)),
  output: Type.Optional(LongText),
  /** The call that this one is a part of (a subagent's). */
  parent: Type.Optional(Type.String()),
  /** What the tool's own result says beyond content and output, as JSON text. */
  rawOutput: Type.Optional(LongText),
}

export const ToolCallFields = Type.Object(toolCallFields)
export type ToolCallFields = Static<typeof ToolCallFields>
