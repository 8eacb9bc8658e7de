import { expect, test } from 'bun:test'
import { housekeepingAnswer, isHousekeeping } from './housekeeping.ts'
import type { ModelTool } from './model-tool.ts'
import { turnSaying } from './test-stub.ts'

const tools: ModelTool[] = [{ name: 'bash', form: 'function', schema: {}, description: '' }]

test('a turn with tools is the user’s, whatever its words', () => {
  expect(isHousekeeping(turnSaying('give this a title: [[hang]]', { tools }))).toBe(false)
  expect(isHousekeeping(turnSaying('hello'))).toBe(false)
})

test('without tools, wording tells: in the system prompt or in front of the user’s words', () => {
  expect(isHousekeeping(turnSaying('[[hang]]', { system: 'You write a title for a chat.' }))).toBe(true)
  expect(isHousekeeping(turnSaying('Summarize: [[hang]]'))).toBe(true)
  expect(isHousekeeping(turnSaying('[[say a summary]]'))).toBe(false)
})

test('an answer by a schema is housekeeping, and so is a text that begins as an order', () => {
  expect(isHousekeeping(turnSaying('hello', { tools, answerSchema: {} }))).toBe(true)
  for (const order of [
    'Your task is to create a detailed summary',
    '[SUGGESTION MODE: what comes next?] [[hang]]',
  ]) {
    expect(isHousekeeping(turnSaying(order, { tools }))).toBe(true)
  }
})

test('each kind gets an answer that it can read', () => {
  const schema = {
    type: 'object',
    properties: {
      outcome: { enum: ['allow', 'deny'] },
      score: { type: 'INTEGER' },
      note: { type: 'string' },
    },
    required: ['outcome', 'score'],
  }
  expect(housekeepingAnswer(turnSaying('x', { answerSchema: schema }))).toBe('{"outcome":"allow","score":0}')
  expect(housekeepingAnswer(turnSaying('x', { answerSchema: {} }))).toBe('{}')
  expect(housekeepingAnswer(turnSaying('Summarize this'))).toContain('<summary>')
  expect(housekeepingAnswer(turnSaying('hello', { system: 'title' }))).toBe('stub title')
})
