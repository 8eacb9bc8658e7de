/** The output items of OpenAI's Responses API. */
import { type Call, inGroup } from './model-tool.ts'
import { SEALED } from './reply-writer.ts'

export type Item = MessageItem | ReasoningItem | CallItem

export interface MessageItem {
  type: 'message'
  id: string
  role: 'assistant'
  status: Progress
  content: [{ type: 'output_text'; text: string; annotations: [] }]
}

export interface ReasoningItem {
  type: 'reasoning'
  id: string
  summary: [{ type: 'summary_text'; text: string }]
  encrypted_content: string
}

export type CallItem = { id: string; call_id: string; status: Progress; namespace?: string } & (
  | { type: 'function_call'; name: string; arguments: string }
  | { type: 'custom_tool_call'; name: string; input: string }
  | { type: 'tool_search_call'; execution: 'client'; arguments: unknown }
  | { type: 'local_shell_call'; action: { type: 'exec'; command: unknown; env: object } }
)

type Progress = 'in_progress' | 'completed'

export const messageItem = (id: string): MessageItem => ({
  type: 'message',
  id: `msg_stub_${id}`,
  role: 'assistant',
  status: 'in_progress',
  content: [{ type: 'output_text', text: '', annotations: [] }],
})

export const reasoningItem = (id: string): ReasoningItem => ({
  type: 'reasoning',
  id: `rs_stub_${id}`,
  summary: [{ type: 'summary_text', text: '' }],
  encrypted_content: SEALED,
})

export function callItem(id: string, call: Call): CallItem {
  const head = { call_id: `call_stub_${id}`, status: 'in_progress' as const, ...inGroup(call.namespace) }
  const { name } = call
  switch (call.form) {
    case 'custom':
      return { ...head, type: 'custom_tool_call', id: `ctc_stub_${id}`, name, input: call.input }
    case 'tool_search':
      return {
        ...head,
        type: 'tool_search_call',
        id: `tsc_stub_${id}`,
        execution: 'client',
        arguments: call.input,
      }
    case 'local_shell': {
      const action = { type: 'exec' as const, command: call.input.command, env: {} }
      return { ...head, type: 'local_shell_call', id: `lsh_stub_${id}`, action }
    }
    case 'function':
      return {
        ...head,
        type: 'function_call',
        id: `fc_stub_${id}`,
        name,
        arguments: JSON.stringify(call.input),
      }
  }
}

/** As an item is announced: message and reasoning empty, since their parts follow. */
export function announced(item: Item): object {
  if (item.type === 'message') return { ...item, content: [] }
  return item.type === 'reasoning' ? { ...item, summary: [] } : item
}
