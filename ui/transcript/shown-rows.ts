/** From what the state keeps of a conversation to what is drawn of it. An item that did not change gives the same row. */

import { t } from '../locale/t.ts'
import type { ToolNode, TranscriptItem } from '../state/fold-rows.ts'
import type {
  AskEnd,
  AskRow,
  PromptRow as KeptPrompt,
  Row as KeptRow,
  MessageRow,
  NoteRow,
} from '../state/rows.ts'
import type { PromptState, Row, ToolCall } from './row.ts'

const drawn = new WeakMap<TranscriptItem, Row>()

export const shownRows = (items: readonly TranscriptItem[]): Row[] =>
  items.map((item) => {
    const known = drawn.get(item)
    if (known) return known
    const row = item.kind === 'run' ? runRow(item) : rowOf(item.row)
    drawn.set(item, row)
    return row
  })

const placed = ({ seq, at, replay }: KeptRow) => ({ key: String(seq), at, ...(replay && { replay }) })

function runRow({ seq, calls }: TranscriptItem & { kind: 'run' }): Row {
  const at = calls[0]?.row.at ?? 0
  return { kind: 'tools', key: String(seq), at, calls: calls.map(callOf) }
}

const callOf = ({ row, children }: ToolNode): ToolCall => ({
  ...row.call,
  output: row.output,
  ...(children.length > 0 && { children: children.map(callOf) }),
})

function rowOf(row: (TranscriptItem & { kind: 'row' })['row']): Row {
  switch (row.kind) {
    case 'prompt':
      return {
        kind: 'prompt',
        ...placed(row),
        seq: row.prompt,
        text: row.text ?? '',
        state: promptState(row),
      }
    case 'message':
      return messageRow(row)
    case 'thought':
      return { kind: 'thought', ...placed(row), parts: row.parts }
    case 'plan':
      return { kind: 'plan', ...placed(row), entries: row.entries }
    case 'ask':
      return askRow(row)
    case 'turn_end': {
      const { stopReason, message } = row
      return { kind: 'turn_end', ...placed(row), stopReason, ...(message !== null && { message }) }
    }
    case 'note':
      return noteRow(row)
  }
}

function promptState({ withdrawn, delivered, steered }: KeptPrompt): PromptState {
  if (withdrawn) return withdrawn
  if (!delivered) return 'waiting'
  return steered ? 'steered' : 'delivered'
}

/** A person's words inside an agent's own history read as what they are: the person's. */
function messageRow(row: MessageRow): Row {
  if (row.role === 'agent') {
    return { kind: 'message', ...placed(row), parts: row.parts, ...(row.error && { error: true }) }
  }
  const text = row.parts.map((part) => (typeof part === 'string' ? part : part.head)).join('')
  return { kind: 'prompt', ...placed(row), text, state: 'delivered' }
}

function askRow(row: AskRow): Row {
  const what = askTitle(row)
  if (!row.settled) return { kind: 'ask_open', ...placed(row), ask: row.ask, what }
  return { kind: 'ask_settled', ...placed(row), settled: settledOf(row, row.settled, what) }
}

function settledOf({ ask, body }: AskRow, { outcome, option, answers, by }: AskEnd, what: string) {
  const known = { ask, what, outcome, ...(by && { by }) }
  if (body?.kind === 'question' || answers)
    return { kind: 'question' as const, ...known, ...(answers && { answers }) }
  const name = body?.permission.options.find(({ id }) => id === option)?.name ?? option
  return { kind: 'permission' as const, ...known, ...(name && { option: name }) }
}

function askTitle({ body }: AskRow): string {
  const words = body?.kind === 'question' ? body.question.message : body?.permission.toolCall.title
  return words || t('ask.untitled')
}

function noteRow(row: NoteRow): Row {
  const { event } = row
  switch (event.type) {
    case 'session_status': {
      const { status, reason, left, message } = event
      return {
        kind: 'process',
        ...placed(row),
        status,
        ...(reason && { reason }),
        ...(left && { left }),
        ...(message && { message }),
      }
    }
    case 'context_cleared':
      return { kind: 'cleared', ...placed(row) }
    case 'file_sent':
      return { kind: 'file', ...placed(row), path: event.path, bytes: event.bytes }
    case 'error':
      return { kind: 'error', ...placed(row), code: event.code, message: event.message }
    case 'raw':
      return { kind: 'raw', ...placed(row), method: event.method, params: event.params }
  }
}
