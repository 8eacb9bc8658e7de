import type { SessionEvent } from '../../shared/wire/event.ts'
import type { AskRow, MessageRow, PromptRow, Row } from './rows.ts'

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

const base = ({ seq, at, turn, origin }: SessionEvent) => ({
  seq,
  at,
  turn: turn ?? null,
  replay: origin === 'replay',
})

/** The row of one event; null for what a snapshot tells better (usage, controls). */
export function rowOf(event: SessionEvent): Row | null {
  switch (event.type) {
    case 'prompt':
      return promptRow(event, event.seq, { text: event.text })
    case 'prompt_delivered':
      return promptRow(event, event.prompt, { delivered: true, steered: event.steered ?? false })
    case 'prompt_withdrawn':
      return promptRow(event, event.prompt, { withdrawn: event.why })
    case 'message_delta':
    case 'thought_delta':
      return messageRow(event)
    case 'tool_call': {
      const { seq: _s, at: _a, turn: _t, origin: _o, type: _y, output, ...call } = event
      const begins = call.title !== undefined || call.status === 'pending' || call.status === 'in_progress'
      const { turn } = base(event)
      return {
        kind: 'tool',
        ...base(event),
        call,
        output: output === undefined ? [] : [output],
        begins,
        lastTurn: turn,
      }
    }
    case 'plan':
      return { kind: 'plan', ...base(event), entries: event.entries }
    case 'permission_request': {
      const { toolCall, options } = event
      return askRow(event, { body: { kind: 'permission', permission: { toolCall, options } } })
    }
    case 'elicitation_request': {
      const { message, fields } = event
      return askRow(event, { body: { kind: 'question', question: { message, fields } } })
    }
    case 'permission_resolved':
    case 'elicitation_resolved':
      return askRow(event, { settled: endOf(event) })
    case 'turn_result': {
      const { prompts, stopReason, message = null } = event
      return { kind: 'turn_end', ...base(event), prompts, stopReason, message }
    }
    case 'session_status':
    case 'context_cleared':
    case 'file_sent':
    case 'error':
    case 'raw':
      return { kind: 'note', ...base(event), event }
    case 'usage':
    case 'config':
      return null
  }
}

function promptRow(event: SessionEvent, prompt: number, known: Partial<PromptRow>): PromptRow {
  const nothing = { text: null, delivered: false, steered: false, withdrawn: null }
  return { kind: 'prompt', ...base(event), prompt, ...nothing, ...known }
}

function messageRow(event: Of<'message_delta'> | Of<'thought_delta'>): MessageRow {
  const said = event.type === 'message_delta'
  return {
    kind: said ? 'message' : 'thought',
    ...base(event),
    message: event.message ?? null,
    role: said && event.role === 'user' ? 'user' : 'agent',
    parts: [event.text],
    error: said && event.error === true,
  }
}

function askRow(
  event: Of<'permission_request' | 'permission_resolved' | 'elicitation_request' | 'elicitation_resolved'>,
  known: Partial<Pick<AskRow, 'body' | 'settled'>>,
): AskRow {
  return { kind: 'ask', ...base(event), ask: event.ask, body: null, settled: null, ...known }
}

function endOf(event: Of<'permission_resolved'> | Of<'elicitation_resolved'>): AskRow['settled'] {
  return {
    outcome: event.outcome,
    option: event.type === 'permission_resolved' ? (event.option ?? null) : null,
    answers: event.type === 'elicitation_resolved' ? (event.answers ?? null) : null,
    by: event.by ?? null,
    at: event.at,
  }
}
