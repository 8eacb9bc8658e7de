/** The requests are made by hand after what documentation and reports show of grok 1.0: nothing of it was recorded. */
import { expect, test } from 'bun:test'
import type { AskRead, RequestRead } from '../change.ts'
import type { QuestionReply } from '../elicitation.ts'
import { readNotification } from '../notification.ts'
import { type AskReplyAnswer, askReply } from '../reply.ts'
import { grok } from './grok.ts'

const questions = [
  { question: 'Which colour?', options: [{ label: 'Red', description: 'warm' }, { label: 'Blue' }] },
  { question: 'Which fruit?', options: [{ label: 'Fig' }, { label: 'Pear' }], multiSelect: true },
  { question: 'Why?', options: [], multiSelect: null },
]
type Ask = Exclude<RequestRead, { kind: 'told' }>

const ask = (method: string, params: object): Ask => {
  const read = grok.request?.(method, { sessionId: 's', toolCallId: 'call-1', ...params })
  if (!read || read.kind === 'told') throw new Error(`${method} asks nothing`)
  return read
}
function answered(read: AskRead, answer: AskReplyAnswer | 'cancelled') {
  if (read.kind === 'refused') throw new Error(read.message)
  // What answering needs is stored as JSON between the two.
  const stored: typeof read = JSON.parse(JSON.stringify(read))
  return askReply(stored.reply, stored, answer)
}

test('its questions are a form, answered by their own words; declined and cancelled are one word', () => {
  const read = ask('_x.ai/ask_user_question', { questions, mode: 'default' })
  expect(read).toMatchObject({
    kind: 'question',
    question: {
      fields: [
        {
          name: '0',
          kind: 'choice',
          label: 'Which colour?',
          choices: [{ value: 'Red', description: 'warm' }, {}],
        },
        { name: '0_other', kind: 'text' },
        { name: '1', kind: 'choices' },
        { name: '1_other' },
        { name: '2', kind: 'text', label: 'Why?', required: true },
      ],
    },
  })
  const values = { '0': 'Red', '0_other': 'Teal', '1': ['Fig'], '1_other': 'Plum', '2': 'So' }
  expect(answered(read, { action: 'accept', values })).toMatchObject({
    ok: true,
    result: {
      outcome: 'accepted',
      answers: { 'Which colour?': 'Teal', 'Which fruit?': ['Fig', 'Plum'], 'Why?': 'So' },
    },
  })
  expect(answered(read, { action: 'accept', values: { '0': 'Blue', '2': 'x' } })).toMatchObject({
    result: { answers: { 'Which colour?': 'Blue', 'Why?': 'x' } },
  })
  expect(answered(read, { action: 'accept', values: { '0': 'Green', '2': 'x' } })).toMatchObject({
    field: '0',
  })
  const no: QuestionReply = { ok: true, result: { outcome: 'cancelled' }, answers: [] }
  expect(answered(read, { action: 'decline' })).toEqual(no)
  expect(answered(read, 'cancelled')).toEqual(no)
})

test('a plan is a permission that shows it, with the words it takes as options', () => {
  const read = ask('_x.ai/exit_plan_mode', { planContent: '# Plan\n\n1. Do it' })
  expect(read).toMatchObject({
    kind: 'permission',
    permission: {
      toolCall: {
        toolCall: 'call-1',
        title: 'Approve plan',
        content: [{ type: 'text', text: '# Plan\n\n1. Do it' }],
      },
      options: [
        { id: 'approved', kind: 'allow_once' },
        { id: 'abandoned', kind: 'reject_once' },
      ],
    },
  })
  expect(answered(read, { option: 'approved' })).toMatchObject({ result: { outcome: 'approved' } })
  expect(answered(read, { option: 'abandoned' })).toMatchObject({ result: { outcome: 'abandoned' } })
  expect(answered(read, 'cancelled')).toMatchObject({ result: { outcome: 'cancelled' } })
})

test('a form of an MCP server names the server, and is answered by outcome', () => {
  const requestedSchema = { type: 'object', properties: { size: { type: 'string', title: 'Size' } } }
  const params = { serverName: 'docs', message: 'Choose', mode: 'form', requestedSchema }
  const read = ask('_x.ai/mcp/elicit', params)
  expect(read).toMatchObject({ question: { message: 'docs: Choose', fields: [{ name: 'size' }] } })
  expect(answered(read, { action: 'accept', values: { size: 'L' } })).toMatchObject({
    result: { outcome: 'accept', content: { size: 'L' } },
  })
  expect(answered(read, { action: 'decline' })).toMatchObject({ result: { outcome: 'decline' } })
  expect(answered(read, 'cancelled')).toMatchObject({ result: { outcome: 'cancel' } })
  expect(ask('_x.ai/mcp/elicit', { ...params, mode: 'url' })).toMatchObject({ kind: 'refused' })
})

test('methods without the underscore and wrapped parameters are the same requests', () => {
  const params = { method: 'x.ai/exit_plan_mode', params: { toolCallId: 'c', planContent: 'P' } }
  expect(grok.request?.('_x.ai/exit_plan_mode', params)).toMatchObject({
    permission: { toolCall: { content: [{ text: 'P' }] } },
  })
  expect(grok.request?.('x.ai/exit_plan_mode', params.params)).toMatchObject({ kind: 'permission' })
  expect(grok.request?.('_x.ai/folder_trust/request', {})).toBeNull()
})

test('what cannot be asked is refused before anybody sees it', () => {
  expect(ask('_x.ai/ask_user_question', { questions: [] })).toMatchObject({ kind: 'refused' })
  expect(ask('_x.ai/ask_user_question', { questions: [{ options: [] }] })).toMatchObject({ kind: 'refused' })
  const many = Array.from({ length: 13 }, (_, n) => ({ question: `${n}?`, options: [{ label: 'A' }] }))
  expect(ask('_x.ai/ask_user_question', { questions: many })).toMatchObject({
    message: 'the form has more than 24 fields',
  })
})

test('it takes a request back by saying that the call is settled', () => {
  const told = (update: object) =>
    readNotification(grok, '_x.ai/session_notification', { sessionId: 's', update })
  expect(told({ sessionUpdate: 'interaction_resolved', tool_call_id: 'c' })).toEqual({
    kind: 'settled',
    call: 'c',
  })
  expect(told({ sessionUpdate: 'pending_interaction', tool_call_id: 'c', kind: 'question' })).toEqual({
    kind: 'changes',
    changes: [],
  })
  expect(told({ sessionUpdate: 'something_else' })).toMatchObject({ kind: 'raw' })
})
