/** What OpenAI's Responses API tells of an item besides that it is there: the events of its parts, as type and data. */
import type { CallItem, Item } from './responses-items.ts'
import { inPieces } from './sse.ts'

export type ItemEvent = readonly [type: string, data: object]

export function opened(item: Item): ItemEvent[] {
  if (item.type === 'message') {
    return [['content_part.added', { content_index: 0, part: item.content[0] }]]
  }
  if (item.type !== 'reasoning') return []
  return [['reasoning_summary_part.added', { summary_index: 0, part: item.summary[0] }]]
}

export function closed(item: Item): ItemEvent[] {
  if (item.type === 'message') {
    const [part] = item.content
    return [
      ['output_text.done', { content_index: 0, text: part.text }],
      ['content_part.done', { content_index: 0, part }],
    ]
  }
  if (item.type !== 'reasoning') return []
  const [part] = item.summary
  return [
    ['reasoning_summary_text.done', { summary_index: 0, text: part.text }],
    ['reasoning_summary_part.done', { summary_index: 0, part }],
  ]
}

/** The input of a call, piece by piece; OpenAI's own tools have none that is streamed. */
export function streamedInput(item: CallItem): ItemEvent[] {
  if (item.type === 'function_call') {
    const done: ItemEvent = ['function_call_arguments.done', { arguments: item.arguments }]
    return [...pieces('function_call_arguments.delta', item.arguments), done]
  }
  if (item.type !== 'custom_tool_call') return []
  const done: ItemEvent = ['custom_tool_call_input.done', { input: item.input }]
  return [...pieces('custom_tool_call_input.delta', item.input), done]
}

const pieces = (type: string, text: string): ItemEvent[] =>
  inPieces(text).map((delta): ItemEvent => [type, { delta }])
