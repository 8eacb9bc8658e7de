/** A tool call's content blocks. Text and diffs are ours; any other block is kept as the agent sent it. */
import type { ToolContent } from '../../shared/wire/tool-call.ts'
import { at, fieldsOf, jsonText, textOf } from './json.ts'

/** Undefined: the agent said nothing of the content, which then stays as it was. */
export function readContent(
  value: unknown,
  isEmpty?: (block: unknown) => boolean,
): ToolContent[] | undefined {
  if (value === undefined || value === null) return undefined
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value]
  return blocks.filter((block) => isEmpty?.(block) !== true).flatMap(blockOf)
}

/** The texts that the content shows, for telling whether it says something already. */
export const textsOf = (content: readonly ToolContent[] | undefined): string[] =>
  (content ?? []).flatMap(blockTexts)

function blockOf(value: unknown): ToolContent[] {
  const text =
    textOf(value) ?? (at(value, 'type') === 'content' ? plainText(at(value, 'content')) : undefined)
  if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }]
  return [diffOf(value) ?? { type: 'other', json: jsonText(value) }]
}

/** The text of a text block (`{type: 'text', text}`), undefined for any other. */
export const plainText = (block: unknown): string | undefined =>
  textOf(block) ?? (at(block, 'type') === 'text' ? textOf(at(block, 'text')) : undefined)

function diffOf(value: unknown): ToolContent | null {
  const { type, path, oldText, newText } = fieldsOf(value)
  if (type !== 'diff' || typeof path !== 'string' || typeof newText !== 'string') return null
  return { type: 'diff', path, old: textOf(oldText) ?? null, new: newText }
}

function blockTexts(content: ToolContent): string[] {
  if (content.type === 'other') return []
  const text = content.type === 'text' ? content.text : content.new
  return typeof text === 'string' ? [text] : []
}
