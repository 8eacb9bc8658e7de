/**
 * `elicitation/create` in form mode: a flat JSON schema of strings, numbers, booleans and choices becomes a form.
 * `pattern` and `format` are dropped (the agent checks what it is given); url mode and anything nested is refused.
 * Accept, decline and cancel are three answers.
 */
import type { FieldChoice, FormField, FormValues, QuestionBody } from '../../shared/wire/ask.ts'
import type { AskRead } from './change.ts'
import { type Answer, overBound, readForm } from './form.ts'
import { at, type Fields, fieldsOf, isFields, listOf, numberOf, textOf, wordsOf } from './json.ts'

export interface FormAnswer {
  action: 'accept' | 'decline' | 'cancel'
  values?: FormValues
}

export type QuestionReply =
  | { ok: true; result: unknown; answers: Answer[] }
  | { ok: false; message: string; field: string }

export function readElicitation(params: unknown): AskRead {
  const mode = at(params, 'mode')
  if (mode !== undefined && mode !== 'form') return refused('mode: only form is supported')
  if (wordsOf(at(params, 'sessionId')) === undefined)
    return refused('sessionId must name the session that asks')
  const properties = at(params, 'requestedSchema', 'properties') ?? {}
  if (!isFields(properties)) return refused('requestedSchema.properties must be an object')
  const required = new Set(listOf(at(params, 'requestedSchema', 'required')))
  const fields: FormField[] = []
  for (const [name, property] of Object.entries(properties)) {
    const field = fieldOf(name, fieldsOf(property), required.has(name))
    if (field === null) return refused(`requestedSchema.properties.${name}: this type is not supported`)
    fields.push(field)
  }
  const prose = [at(params, 'message'), at(params, 'requestedSchema', 'description')].map(textOf)
  const question: QuestionBody = { message: prose.filter((text) => text).join('\n\n'), fields }
  const bound = overBound(question)
  return bound === null ? { kind: 'question', reply: 'elicitation', question } : refused(bound)
}

/** The result of the request, or what is wrong with the values. */
export function elicitationReply(question: QuestionBody, answer: FormAnswer): QuestionReply {
  if (answer.action !== 'accept') return { ok: true, result: { action: answer.action }, answers: [] }
  const read = readForm(question, answer.values ?? {})
  if (!read.ok) return read
  return {
    ok: true,
    result: { action: 'accept', content: Object.fromEntries(read.values) },
    answers: read.answers,
  }
}

const refused = (message: string): AskRead => ({ kind: 'refused', message })

function fieldOf(name: string, property: Fields, required: boolean): FormField | null {
  const kind = kindOf(property)
  if (kind === null) return null
  const choices = kind === 'choice' ? choicesOf(property) : choicesOf(fieldsOf(property.items))
  const field: FormField = { name, kind, label: wordsOf(property.title) ?? name, required }
  const description = wordsOf(property.description)
  if (description !== undefined) field.description = description
  if (kind === 'choice' || kind === 'choices') field.choices = choices
  const preset = defaultOf(property.default)
  if (preset !== undefined) field.default = preset
  const minimum = numberOf(property.minimum)
  if (minimum !== undefined) field.minimum = minimum
  const maximum = numberOf(property.maximum)
  if (maximum !== undefined) field.maximum = maximum
  if (isSecret(property)) field.secret = true
  return field
}

function kindOf(property: Fields): FormField['kind'] | null {
  switch (property.type) {
    case 'string':
      return choicesOf(property).length > 0 ? 'choice' : 'text'
    case 'number':
    case 'integer':
    case 'boolean':
      return property.type
    case 'array':
      return choicesOf(fieldsOf(property.items)).length > 0 ? 'choices' : null
    case undefined:
      return choicesOf(property).length > 0 ? 'choice' : null
    default:
      return null
  }
}

/** `oneOf`/`anyOf` of titled constants, or a plain `enum` with optional `enumNames`. */
function choicesOf(schema: Fields): FieldChoice[] {
  const titled = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].flatMap((choice) => {
    const value = textOf(at(choice, 'const'))
    if (value === undefined) return []
    const described = wordsOf(at(choice, 'description'))
    const head = { value, label: wordsOf(at(choice, 'title')) ?? value }
    return [described === undefined ? head : { ...head, description: described }]
  })
  if (titled.length > 0) return titled
  const names = listOf(schema.enumNames)
  return listOf(schema.enum).flatMap((value, index) =>
    typeof value === 'string' ? [{ value, label: wordsOf(names[index]) ?? value }] : [],
  )
}

function defaultOf(value: unknown): FormField['default'] {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return numberOf(value)
}

const isSecret = (property: Fields): boolean =>
  property.writeOnly === true ||
  property.format === 'password' ||
  at(property, '_meta', 'codex', 'isSecret') === true
