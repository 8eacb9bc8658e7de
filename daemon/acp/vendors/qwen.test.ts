import { describe, expect, test } from 'bun:test'
import { readNotification } from '../notification.ts'
import { readPermission } from '../permission.ts'
import { type AskReplyAnswer, askReply } from '../reply.ts'
import { translateUpdate } from '../translate.ts'
import { qwen } from './qwen.ts'

const options = [
  { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
  { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
]
const questions = [
  {
    question: 'Which colour?',
    header: 'Colour',
    options: [{ label: 'Red', description: 'warm' }, { label: 'Blue' }],
  },
  { question: 'Which fruit?', options: [{ label: 'Fig' }, { label: 'Pear' }], multiSelect: true },
]
const params = {
  sessionId: 's',
  options,
  toolCall: { toolCallId: 't', title: 'Ask user 2 questions', rawInput: { questions } },
}

function answered(answer: AskReplyAnswer | 'cancelled') {
  const ask = readPermission(qwen, params)
  if (ask.kind !== 'question') throw new Error(JSON.stringify(ask))
  // What answering needs is stored as JSON between the two.
  const stored: typeof ask = JSON.parse(JSON.stringify(ask))
  return askReply(stored.reply, stored, answer)
}

describe('questions on the permission channel', () => {
  test('are a form', () => {
    expect(readPermission(qwen, params)).toMatchObject({
      kind: 'question',
      reply: 'qwen_questions',
      question: {
        message: 'Ask user 2 questions',
        fields: [
          {
            name: '0',
            kind: 'choice',
            label: 'Which colour?',
            choices: [{ value: 'Red', description: 'warm' }, { value: 'Blue' }],
          },
          { name: '0_other', kind: 'text', required: false },
          { name: '1', kind: 'choices', label: 'Which fruit?' },
          { name: '1_other', kind: 'text' },
        ],
      },
    })
  })

  test('are answered beside the outcome, as text by place', () => {
    expect(answered({ action: 'accept', values: { '0': 'Red', '1': ['Fig', 'Pear'] } })).toEqual({
      ok: true,
      result: {
        outcome: { outcome: 'selected', optionId: 'proceed_once' },
        answers: { '0': 'Red', '1': 'Fig, Pear' },
      },
      answers: [
        { label: 'Which colour?', value: 'Red' },
        { label: 'Which fruit?', value: 'Fig, Pear' },
      ],
    })
    expect(answered({ action: 'accept', values: { '0': 'Red', '0_other': 'Teal' } })).toMatchObject({
      result: { answers: { '0': 'Teal' } },
    })
    expect(answered({ action: 'accept', values: { '0': 'Green' } })).toMatchObject({ ok: false, field: '0' })
  })

  test('declining takes the option that says no, cancelling none', () => {
    expect(answered({ action: 'decline' })).toMatchObject({
      result: { outcome: { outcome: 'selected', optionId: 'cancel' } },
    })
    expect(answered('cancelled')).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
  })

  test('a call without questions is a permission', () => {
    const call = { ...params, toolCall: { toolCallId: 't', rawInput: { command: 'ls' } } }
    expect(readPermission(qwen, call).kind).toBe('permission')
  })
})

test('token counts ride on an empty chunk', () => {
  const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } }
  expect(translateUpdate(qwen, { ...chunk, _meta: { usage: { inputTokens: 5, outputTokens: 2 } } })).toEqual([
    { kind: 'event', event: { type: 'usage', inputTokens: 5, outputTokens: 2 } },
  ])
  expect(translateUpdate(qwen, chunk)).toEqual([])
})

test('its own notifications change mode, model and title', () => {
  const told = (name: string, params: unknown) =>
    readNotification(qwen, `qwen/notify/session/${name}`, params)
  expect(told('mode-update', { v: 1, currentModeId: 'plan' })).toEqual({
    kind: 'changes',
    changes: [{ kind: 'control', id: 'mode', value: 'plan' }],
  })
  expect(told('model-update', { currentModelId: 'm' })).toMatchObject({
    changes: [{ id: 'model', value: 'm' }],
  })
  expect(told('title-update', { title: 'T' })).toMatchObject({ changes: [{ kind: 'title', title: 'T' }] })
  expect(told('mcp-budget-event', {})).toMatchObject({ kind: 'raw' })
})
