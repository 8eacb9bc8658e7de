/** The bounds of a question form, and what a person's values are worth against it. */
import { utf8 } from '../../shared/bytes.ts'
import { FORM_BYTES, FORM_FIELDS, FORM_OPTIONS, FORM_VALUE_CHARS } from '../../shared/limits.ts'
import type { FormField, FormValues, QuestionBody } from '../../shared/wire/ask.ts'
import { jsonText } from './json.ts'

export interface Answer {
  label: string
  value: string
}

type Value = FormValues[string]

export type FormRead =
  /** `values`: what was filled in, by field. `answers`: the same for the log, in words, secrets left out. */
  | { ok: true; values: ReadonlyMap<string, Value>; answers: Answer[] }
  | { ok: false; message: string; field: string }

/** The bound a form is over, named; null when it is within all. */
export function overBound(question: QuestionBody): string | null {
  if (question.fields.length > FORM_FIELDS) return `the form has more than ${FORM_FIELDS} fields`
  for (const { name, choices } of question.fields) {
    if ((choices?.length ?? 0) > FORM_OPTIONS) return `field ${name} has more than ${FORM_OPTIONS} options`
    if (choices?.some((choice) => choice.value.length > FORM_VALUE_CHARS) === true) {
      return `an option of field ${name} is over ${FORM_VALUE_CHARS} characters`
    }
  }
  return utf8(jsonText(question)).length > FORM_BYTES ? `the form is over ${FORM_BYTES} bytes` : null
}

/** An empty text counts as not filled in. */
export function readForm(question: QuestionBody, given: FormValues): FormRead {
  const fields = new Map(question.fields.map((field) => [field.name, field]))
  for (const name of Object.keys(given)) {
    if (!fields.has(name)) return { ok: false, message: 'There is no such field.', field: name }
  }
  const values = new Map<string, Value>()
  const answers: Answer[] = []
  for (const field of question.fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
      if (field.required) return { ok: false, message: 'This has to be answered.', field: field.name }
      continue
    }
    const wrong = fault(field, value)
    if (wrong !== null) return { ok: false, message: wrong, field: field.name }
    values.set(field.name, value)
    if (field.secret !== true) answers.push({ label: field.label, value: inWords(field, value) })
  }
  return { ok: true, values, answers }
}

/** What is wrong with one value, null when nothing is. */
function fault(field: FormField, value: Value): string | null {
  const choices = field.choices ?? []
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string') return 'This must be text.'
      return value.length > FORM_VALUE_CHARS ? `This is over ${FORM_VALUE_CHARS} characters.` : null
    case 'boolean':
      return typeof value === 'boolean' ? null : 'This must be yes or no.'
    case 'number':
    case 'integer':
      return numberFault(field, value)
    case 'choice':
      return choices.some((choice) => choice.value === value) ? null : 'This is not one of the options.'
    case 'choices': {
      if (!Array.isArray(value)) return 'This must be a list of options.'
      const known = value.every((one) => choices.some((choice) => choice.value === one))
      return known && new Set(value).size === value.length ? null : 'These are not options, each once.'
    }
  }
}

function numberFault(field: FormField, value: Value): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This must be a number.'
  if (field.kind === 'integer' && !Number.isInteger(value)) return 'This must be a whole number.'
  if (field.minimum !== undefined && value < field.minimum) return `This must be at least ${field.minimum}.`
  return field.maximum !== undefined && value > field.maximum
    ? `This must be at most ${field.maximum}.`
    : null
}

/** A choice reads as the words that were on screen. */
function inWords(field: FormField, value: Value): string {
  const label = (one: string): string => field.choices?.find((choice) => choice.value === one)?.label ?? one
  if (Array.isArray(value)) return value.map(label).join(', ')
  return typeof value === 'string' ? label(value) : String(value)
}
