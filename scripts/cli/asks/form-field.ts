/** What a person typed into one field of a question form, as the value it stands for. */
import type { FormField, FormValues } from '../../../shared/wire/ask.ts'

export type FieldValue = FormValues[string]
export type FieldReading =
  | { ok: true; value: FieldValue }
  | { ok: true; skipped: true }
  | { ok: false; problem: string }

const YES = new Set(['y', 'yes', 'true', 'on', '1'])
const NO = new Set(['n', 'no', 'false', 'off', '0'])

/** Whether `2` is first the second choice (somebody sees the numbers) or first the value `2` (a script wrote it). */
export type ChoiceBy = 'number' | 'value'

/** Empty takes the default, or skips where nothing is required. Choices are typed as numbers or as their value. */
export function readField(field: FormField, typed: string, by: ChoiceBy): FieldReading {
  const text = field.kind === 'text' ? typed : typed.trim()
  if (text === '') {
    if (field.default !== undefined) return { ok: true, value: field.default }
    return field.required ? { ok: false, problem: 'an answer is required' } : { ok: true, skipped: true }
  }
  switch (field.kind) {
    case 'text':
      return { ok: true, value: choiceOf(field, text, by) ?? text }
    case 'number':
    case 'integer':
      return readNumber(field, text)
    case 'boolean': {
      const word = text.toLowerCase()
      if (YES.has(word)) return { ok: true, value: true }
      return NO.has(word) ? { ok: true, value: false } : { ok: false, problem: 'answer y or n' }
    }
    case 'choice': {
      const value = choiceOf(field, text, by)
      return value === undefined ? { ok: false, problem: problemOf(field) } : { ok: true, value }
    }
    case 'choices': {
      const values = text.split(',').map((part) => choiceOf(field, part.trim(), by))
      const known = values.filter((value) => value !== undefined)
      return known.length === values.length
        ? { ok: true, value: [...new Set(known)] }
        : { ok: false, problem: `${problemOf(field)}, several separated by commas` }
    }
  }
}

function choiceOf(field: FormField, text: string, by: ChoiceBy): string | undefined {
  const choices = field.choices ?? []
  const byNumber = /^[0-9]+$/.test(text) ? choices[Number(text) - 1] : undefined
  const byValue =
    choices.find((choice) => choice.value === text) ?? choices.find((choice) => choice.label === text)
  return (by === 'number' ? (byNumber ?? byValue) : (byValue ?? byNumber))?.value
}

const problemOf = (field: FormField): string => `choose a number from 1 to ${field.choices?.length ?? 0}`

function readNumber(field: FormField, text: string): FieldReading {
  const value = Number(text)
  if (!Number.isFinite(value)) return { ok: false, problem: 'a number, please' }
  if (field.kind === 'integer' && !Number.isInteger(value))
    return { ok: false, problem: 'a whole number, please' }
  if (field.minimum !== undefined && value < field.minimum)
    return { ok: false, problem: `at least ${field.minimum}` }
  if (field.maximum !== undefined && value > field.maximum)
    return { ok: false, problem: `at most ${field.maximum}` }
  return { ok: true, value }
}

/** `NAME=VALUE` arguments against the form they answer; problems name the field. */
export function readForm(
  fields: readonly FormField[],
  given: readonly string[],
): { ok: true; values: FormValues } | { ok: false; problem: string } {
  const typed = new Map<string, string>()
  for (const pair of given) {
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    if (equals < 0 || !fields.some((field) => field.name === name)) {
      return {
        ok: false,
        problem: `--field ${name}: the form has ${fields.map((field) => field.name).join(', ')}`,
      }
    }
    if (fields.some((field) => field.name === name && field.secret)) {
      return { ok: false, problem: `${name} is a secret: answer this form at a terminal` }
    }
    const before = typed.get(name)
    const value = pair.slice(equals + 1)
    typed.set(name, before === undefined ? value : `${before},${value}`)
  }
  const values: FormValues = {}
  for (const field of fields) {
    const reading = readField(field, typed.get(field.name) ?? '', 'value')
    if (!reading.ok) return { ok: false, problem: `${field.name}: ${reading.problem}` }
    if ('value' in reading) values[field.name] = reading.value
  }
  return { ok: true, values }
}
