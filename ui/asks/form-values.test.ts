import { expect, test } from 'bun:test'
import type { FormField } from '../../shared/wire/ask.ts'
import { filled, formSteps, startDraft } from './form-values.ts'

const field = (name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name,
  kind,
  label: name,
  required: false,
  ...more,
})

test('a form starts from the agent’s values and sends what stands in it', () => {
  const fields = [
    field('a', 'text', { default: 'x' }),
    field('n', 'integer', { default: 3 }),
    field('b', 'boolean', { default: false }),
    field('c', 'choices', { default: ['p', 'q'] }),
    field('empty', 'text'),
  ]
  expect(filled(fields, startDraft(fields))).toEqual({
    ok: true,
    values: { a: 'x', n: 3, b: false, c: ['p', 'q'] },
  })
})

test('what is required and empty is said, field by field', () => {
  const fields = [field('a', 'text', { required: true }), field('b', 'boolean', { required: true })]
  expect(filled(fields, {})).toEqual({
    ok: false,
    errors: { a: 'This needs an answer.', b: 'This needs an answer.' },
  })
})

test.each([
  ['integer', '1.5', 'Write a whole number.'],
  ['number', 'many', 'Write a number.'],
  ['number', '0', 'At least 1.'],
  ['integer', '10', 'At most 9.'],
] as const)('as %s, %s is refused in words', (kind, given, words) => {
  const fields = [field('n', kind, { minimum: 1, maximum: 9 })]
  expect(filled(fields, { n: given })).toEqual({ ok: false, errors: { n: words } })
})

test('a comma is a decimal point', () => {
  expect(filled([field('n', 'number')], { n: ' 1,5 ' })).toEqual({ ok: true, values: { n: 1.5 } })
})

test('a value past the bound is refused with both numbers', () => {
  expect(filled([field('a', 'text')], { a: 'x'.repeat(513) })).toEqual({
    ok: false,
    errors: { a: 'At most 512 characters; this has 513.' },
  })
})

test('a field that adds words to the one before it shares its step', () => {
  const names = ['q0', 'q0_note', 'q1', 'q10', 'q1_custom']
  const steps = formSteps(names.map((name) => field(name, 'text')))
  expect(steps.map((step) => step.map(({ name }) => name))).toEqual([
    ['q0', 'q0_note'],
    ['q1'],
    ['q10'],
    ['q1_custom'],
  ])
})
