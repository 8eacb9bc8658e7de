/** Whether all of an ask is here. Only then may it be approved. */
import type { Ask } from '../../shared/wire/ask.ts'
import type { CutText, LongText } from '../../shared/wire/text.ts'
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'

/** Whole texts by the name of their blob. */
export type Blobs = ReadonlyMap<string, string>

/** The ask with every text that was cut replaced by the whole one, where it is here. */
export function withBlobs(ask: Ask, blobs: Blobs): Ask {
  if (ask.kind === 'question') return ask
  const { toolCall, options } = ask.permission
  return {
    ...ask,
    permission: { toolCall: mapped(toolCall, (text) => blobs.get(text.blob) ?? text), options },
  }
}

/** The blobs that an ask needs before it is whole. */
export function missingBlobs(ask: Ask): string[] {
  if (ask.kind === 'question') return []
  const missing: string[] = []
  mapped(ask.permission.toolCall, (text) => {
    missing.push(text.blob)
    return text
  })
  return missing
}

export const isWhole = (ask: Ask): boolean => missingBlobs(ask).length === 0

function mapped(call: ToolCallFields, whole: (text: CutText) => LongText): ToolCallFields {
  const of = (text: LongText): LongText => (typeof text === 'string' ? text : whole(text))
  const { rawInput, rawOutput, output, content } = call
  return {
    ...call,
    ...(rawInput !== undefined && { rawInput: of(rawInput) }),
    ...(rawOutput !== undefined && { rawOutput: of(rawOutput) }),
    ...(output !== undefined && { output: of(output) }),
    ...(content && {
      content: content.map((part) => {
        if (part.type === 'text') return { ...part, text: of(part.text) }
        if (part.type === 'other') return { ...part, json: of(part.json) }
        return { ...part, old: part.old === null ? null : of(part.old), new: of(part.new) }
      }),
    }),
  }
}
