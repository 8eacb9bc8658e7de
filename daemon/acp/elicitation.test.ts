import { describe, expect, test } from 'bun:test'
import type { FormValues, QuestionBody } from '../../shared/wire/ask.ts'
import { elicitationReply, readElicitation } from './elicitation.ts'

const ask = (properties: unknown, required: string[] = []) =>
  readElicitation({
    sessionId: 's',
    mode: 'form',
    message: 'Please say.',
    requestedSchema: { type: 'object', properties, required },
  })

function question(properties: unknown, required: string[] = []): QuestionBody {
  const read = ask(properties, required)
  if (read.kind !== 'question') throw new Error(JSON.stringify(read))
  return read.question
}

const form = question(
  {
    name: { type: 'string', title: 'Name?', description: 'In full', pattern: '^a$' },
    colour: {
      type: 'string',
      oneOf: [{ const: 'r', title: 'Red', description: 'warm' }, { const: 'b' }],
      default: 'r',
    },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    ratio: { type: 'number' },
    sure: { type: 'boolean', default: false },
    token: { type: 'string', title: 'Token', _meta: { codex: { isSecret: true } } },
  },
  ['name', 'sure'],
)

const accept = (values: FormValues) => elicitationReply(form, { action: 'accept', values })

describe('reading', () => {
  test('each kind of property is a field', () => {
    expect(form.message).toBe('Please say.')
    expect(form.fields).toEqual([
      { name: 'name', kind: 'text', label: 'Name?', description: 'In full', required: true },
      {
        name: 'colour',
        kind: 'choice',
        label: 'colour',
        required: false,
        choices: [
          { value: 'r', label: 'Red', description: 'warm' },
          { value: 'b', label: 'b' },
        ],
        default: 'r',
      },
      {
        name: 'size',
        kind: 'choice',
        label: 'size',
        required: false,
        choices: [
          { value: 's', label: 'Small' },
          { value: 'l', label: 'Large' },
        ],
      },
      {
        name: 'tags',
        kind: 'choices',
        label: 'tags',
        required: false,
        choices: [
          { value: 'x', label: 'x' },
          { value: 'y', label: 'y' },
        ],
      },
      { name: 'count', kind: 'integer', label: 'count', required: false, minimum: 1, maximum: 3 },
      { name: 'ratio', kind: 'number', label: 'ratio', required: false },
      { name: 'sure', kind: 'boolean', label: 'sure', required: true, default: false },
      { name: 'token', kind: 'text', label: 'Token', required: false, secret: true },
    ])
  })

  test('a form without fields is a question that is accepted or not', () => {
    expect(elicitationReply(question({}), { action: 'accept' })).toMatchObject({ result: { content: {} } })
  })

  const many = (n: number) => Array.from({ length: n }, (_, i) => [`f${i}`, { type: 'string' }] as const)
  test.each([
    [{ a: { type: 'object', properties: {} } }, 'properties.a'],
    [{ a: { type: 'array', items: { type: 'object' } } }, 'properties.a'],
    [Object.fromEntries(many(25)), '24 fields'],
    [{ a: { type: 'string', enum: many(25).map(([name]) => name) } }, '24 options'],
    [{ a: { type: 'string', enum: ['x'.repeat(513)] } }, '512 characters'],
    [{ a: { type: 'string', description: 'x'.repeat(33_000) } }, '32768 bytes'],
  ])('%# a form like that is refused, the bound named', (properties, reason) => {
    expect(ask(properties)).toEqual({ kind: 'refused', message: expect.stringContaining(reason) })
  })

  test('url mode and a question without a session are refused', () => {
    expect(readElicitation({ sessionId: 's', mode: 'url', url: 'http://x' })).toMatchObject({
      kind: 'refused',
    })
    expect(readElicitation({ requestId: 1, mode: 'form' })).toMatchObject({ kind: 'refused' })
  })
})

describe('answering', () => {
  test('values go back as given, the log has them in words and without the secret', () => {
    const values = {
      name: 'Ada',
      colour: 'r',
      tags: ['x', 'y'],
      count: 2,
      sure: false,
      token: 'hush',
      size: '',
    }
    expect(accept(values)).toEqual({
      ok: true,
      result: {
        action: 'accept',
        content: { name: 'Ada', colour: 'r', tags: ['x', 'y'], count: 2, sure: false, token: 'hush' },
      },
      answers: [
        { label: 'Name?', value: 'Ada' },
        { label: 'colour', value: 'Red' },
        { label: 'tags', value: 'x, y' },
        { label: 'count', value: '2' },
        { label: 'sure', value: 'false' },
      ],
    })
  })

  const good: FormValues = { name: 'Ada', sure: true }
  test.each<[string, FormValues]>([
    ['name', { sure: true }],
    ['name', { ...good, name: '' }],
    ['name', { ...good, name: 'x'.repeat(513) }],
    ['name', { ...good, name: 3 }],
    ['nobody', { ...good, nobody: 'x' }],
    ['colour', { ...good, colour: 'green' }],
    ['tags', { ...good, tags: ['x', 'x'] }],
    ['tags', { ...good, tags: 'x' }],
    ['count', { ...good, count: 1.5 }],
    ['count', { ...good, count: 4 }],
    ['ratio', { ...good, ratio: Number.POSITIVE_INFINITY }],
    ['sure', { ...good, sure: 'yes' }],
  ])('a wrong %s is named', (field, values) => {
    expect(accept(values)).toEqual({ ok: false, field, message: expect.any(String) })
  })

  test('a field may have any name', () => {
    const odd = question(JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}'))
    const values = JSON.parse('{"__proto__": "a"}')
    const reply = elicitationReply(odd, { action: 'accept', values })
    expect(JSON.stringify(reply.ok && reply.result)).toBe('{"action":"accept","content":{"__proto__":"a"}}')
  })

  test('decline and cancel are two answers and need no values', () => {
    expect(elicitationReply(form, { action: 'decline' })).toEqual({
      ok: true,
      result: { action: 'decline' },
      answers: [],
    })
    expect(elicitationReply(form, { action: 'cancel' })).toEqual({
      ok: true,
      result: { action: 'cancel' },
      answers: [],
    })
  })
})
