/** The requests are made by hand after the published documentation: nothing of it was recorded. */
import { expect, test } from 'bun:test'
import type { AskRead } from '../change.ts'
import { readNotification } from '../notification.ts'
import { type AskReplyAnswer, askReply } from '../reply.ts'
import { cursor } from './cursor.ts'

const options = [
  { id: 'a', label: 'Apples' },
  { id: 'b', label: 'Bananas' },
]
const questions = [
  { id: 'fruit', prompt: 'Which fruit?', options },
  { id: 'more', prompt: 'And which more?', options, allowMultiple: true },
]
const ask = (method: string, params: object): AskRead => {
  const read = cursor.request?.(method, { toolCallId: 'call-1', ...params })
  if (!read || read.kind === 'told') throw new Error(`${method} asks nothing`)
  return read
}
function answered(read: AskRead, answer: AskReplyAnswer | 'cancelled') {
  if (read.kind === 'refused') throw new Error(read.message)
  return askReply(read.reply, read, answer)
}

test('its questions are choices by id, and skipped, cancelled and answered are three words', () => {
  const read = ask('cursor/ask_question', { title: 'Fruit', questions })
  expect(read).toMatchObject({
    question: {
      message: 'Fruit',
      fields: [
        { name: 'fruit', kind: 'choice', choices: [{ value: 'a', label: 'Apples' }, { value: 'b' }] },
        { name: 'more', kind: 'choices', required: false },
      ],
    },
  })
  expect(answered(read, { action: 'accept', values: { fruit: 'a', more: ['a', 'b'] } })).toEqual({
    ok: true,
    result: {
      outcome: {
        outcome: 'answered',
        answers: [
          { questionId: 'fruit', selectedOptionIds: ['a'] },
          { questionId: 'more', selectedOptionIds: ['a', 'b'] },
        ],
      },
    },
    answers: [
      { label: 'Which fruit?', value: 'Apples' },
      { label: 'And which more?', value: 'Apples, Bananas' },
    ],
  })
  expect(answered(read, { action: 'decline' })).toMatchObject({ result: { outcome: { outcome: 'skipped' } } })
  expect(answered(read, 'cancelled')).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
})

test('a plan is a permission with all that was given of it', () => {
  const todos = [{ id: 't1', content: 'Do it', status: 'pending' }]
  const read = ask('cursor/create_plan', { name: 'Build', overview: 'In short', plan: '1. Do it', todos })
  expect(read).toMatchObject({
    permission: {
      toolCall: {
        toolCall: 'call-1',
        title: 'Build',
        content: [{ text: 'In short' }, { text: '1. Do it' }],
        rawInput: JSON.stringify({ todos }),
      },
      options: [{ id: 'accepted' }, { id: 'rejected' }],
    },
  })
  expect(answered(read, { option: 'accepted' })).toMatchObject({
    result: { outcome: { outcome: 'accepted' } },
  })
  expect(answered(read, 'cancelled')).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
})

test('what cannot be asked is refused in its own words, because it takes an error for something else', () => {
  expect(ask('cursor/create_plan', { toolCallId: 7, plan: 'x' })).toMatchObject({
    kind: 'refused',
    result: { outcome: { outcome: 'rejected' } },
  })
  const bad = [
    [],
    [{ id: 'q', prompt: 'No options?', options: [] }],
    [...questions, { ...questions[0] }],
    [{ prompt: 'No id?', options }],
  ]
  for (const questions of bad) {
    expect(ask('cursor/ask_question', { questions })).toMatchObject({
      kind: 'refused',
      result: { outcome: { outcome: 'skipped' } },
    })
  }
})

test('to-dos are told and acknowledged, as a request and as a notification', () => {
  const params = { todos: [{ id: '1', content: 'One', status: 'completed' }, { id: '2' }], merge: true }
  const changes = [
    { kind: 'todos' as const, entries: [{ id: '1', content: 'One', status: 'completed' }], merge: true },
  ]
  expect(cursor.request?.('cursor/update_todos', params)).toMatchObject({ kind: 'told', changes })
  expect(readNotification(cursor, 'cursor/update_todos', params)).toMatchObject({ kind: 'changes', changes })
  expect(cursor.request?.('cursor/update_todos', { todos: 1 })).toMatchObject({
    changes: [{ event: { type: 'raw' } }],
  })
  expect(cursor.request?.('cursor/task', { description: 'x' })).toMatchObject({
    changes: [{ event: { type: 'raw', method: 'cursor/task' } }],
  })
  expect(cursor.request?.('cursor/unheard_of', {})).toBeNull()
})
