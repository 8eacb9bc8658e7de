/** A question form being filled in, and what it sends. Pure. */
import { FORM_VALUE_CHARS } from '../../shared/limits.ts'
import type { FormField, FormValues } from '../../shared/wire/ask.ts'
import { t } from '../locale/t.ts'

/** What stands in the fields. Numbers are kept as typed; a boolean that nobody chose is absent. */
export type FormDraft = Readonly<Record<string, string | boolean | readonly string[]>>

export type FormErrors = Readonly<Record<string, string>>
export type Filled = { ok: true; values: FormValues } | { ok: false; errors: FormErrors }

export function startDraft(fields: readonly FormField[]): FormDraft {
  const entries = fields.flatMap((field): [string, FormDraft[string]][] => {
    const given = field.default
    if (given === undefined) return []
    return [[field.name, typeof given === 'number' ? String(given) : given]]
  })
  return Object.fromEntries(entries)
}

/** Fields left empty are left out; an optional one may be. */
export function filled(fields: readonly FormField[], draft: FormDraft): Filled {
  const values: FormValues = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const given = Object.hasOwn(draft, field.name) ? draft[field.name] : undefined
    if (isEmpty(given)) {
      if (field.required) errors[field.name] = t('form.required')
      continue
    }
    const read = readValue(field, given)
    if ('error' in read) errors[field.name] = read.error
    else values[field.name] = read.value
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, values }
}

const isEmpty = (given: FormDraft[string] | undefined): given is undefined =>
  given === undefined || given === '' || (typeof given === 'object' && given.length === 0)

type Read = { value: FormValues[string] } | { error: string }

function readValue(field: FormField, given: FormDraft[string]): Read {
  if (typeof given === 'boolean') return { value: given }
  if (typeof given !== 'string') return { value: [...given] }
  if (field.kind === 'number' || field.kind === 'integer') return readNumber(field, given)
  const count = [...given].length
  if (count > FORM_VALUE_CHARS) return { error: t('form.too_long', { most: FORM_VALUE_CHARS, count }) }
  return { value: given }
}

function readNumber({ kind, minimum, maximum }: FormField, given: string): Read {
  const value = Number(given.trim().replace(',', '.'))
  if (!Number.isFinite(value) || given.trim() === '') return { error: t('form.number') }
  if (kind === 'integer' && !Number.isInteger(value)) return { error: t('form.integer') }
  if (minimum !== undefined && value < minimum) return { error: t('form.minimum', { minimum }) }
  if (maximum !== undefined && value > maximum) return { error: t('form.maximum', { maximum }) }
  return { value }
}

/** One step a question: a field, with the ones that add words to it (`q0`, then `q0_note`). */
export function formSteps(fields: readonly FormField[]): FormField[][] {
  const steps: FormField[][] = []
  for (const field of fields) {
    const step = steps.at(-1)
    const head = step?.[0]
    if (step && head && field.name.startsWith(`${head.name}_`)) step.push(field)
    else steps.push([field])
  }
  return steps
}
