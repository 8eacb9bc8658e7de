import { describe, expect, test } from 'bun:test'
import type { FormField } from '../../../shared/wire/ask.ts'
import { readField, readForm } from './form-field.ts'

const field = (own: Partial<FormField>): FormField => ({
  name: 'f',
  label: 'F',
  kind: 'text',
  required: true,
  ...own,
})
const colours = [
  { value: 'red', label: 'Red one' },
  { value: '1', label: 'First' },
]
const value = (own: Partial<FormField>, typed: string, by: 'number' | 'value' = 'number') => {
  const reading = readField(field(own), typed, by)
  if (!reading.ok) return reading.problem
  return 'value' in reading ? reading.value : null
}

describe('one field', () => {
  test('empty takes the default, skips what is not required, and is refused otherwise', () => {
    expect(value({ default: 'd' }, '')).toBe('d')
    expect(value({ required: false }, '')).toBeNull()
    expect(value({}, '')).toBe('an answer is required')
  })

  test('text keeps its spaces, numbers keep their bounds', () => {
    expect(value({}, '  a b ')).toBe('  a b ')
    expect(value({ kind: 'number' }, ' 1.5 ')).toBe(1.5)
    expect(value({ kind: 'integer' }, '1.5')).toBe('a whole number, please')
    expect(value({ kind: 'number', minimum: 2 }, '1')).toBe('at least 2')
    expect(value({ kind: 'number', maximum: 2 }, '3')).toBe('at most 2')
    expect(value({ kind: 'number' }, 'three')).toBe('a number, please')
  })

  test('yes and no are words, and anything else is neither', () => {
    expect([value({ kind: 'boolean' }, 'Y'), value({ kind: 'boolean' }, 'off')]).toEqual([true, false])
    expect(value({ kind: 'boolean' }, 'maybe')).toBe('answer y or n')
  })

  test('a choice is typed by number; a script writes its value, which wins there', () => {
    expect(value({ kind: 'choice', choices: colours }, '1')).toBe('red')
    expect(value({ kind: 'choice', choices: colours }, '1', 'value')).toBe('1')
    expect(value({ kind: 'choice', choices: colours }, 'Red one')).toBe('red')
    expect(value({ kind: 'choice', choices: colours }, '3')).toBe('choose a number from 1 to 2')
    expect(value({ kind: 'choices', choices: colours }, '2, 1, 2')).toEqual(['1', 'red'])
    expect(value({ kind: 'choices', choices: colours }, '1,9')).toContain('several separated by commas')
  })
})

describe('a form by arguments', () => {
  const fields = [
    field({ name: 'colour', kind: 'choices', choices: colours }),
    field({ name: 'why', required: false }),
    field({ name: 'token', secret: true, required: false }),
  ]

  test('is read field by field; a repeated one is several choices', () => {
    expect(readForm(fields, ['colour=red', 'colour=1', 'why=a=b'])).toEqual({
      ok: true,
      values: { colour: ['red', '1'], why: 'a=b' },
    })
  })

  test('names the field it cannot read, and takes no secret', () => {
    expect(readForm(fields, ['color=red'])).toMatchObject({
      ok: false,
      problem: expect.stringContaining('color'),
    })
    expect(readForm(fields, [])).toEqual({ ok: false, problem: 'colour: an answer is required' })
    expect(readForm(fields, ['colour=red', 'token=x'])).toEqual({
      ok: false,
      problem: 'token is a secret: answer this form at a terminal',
    })
  })
})
