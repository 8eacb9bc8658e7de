/** Puts one ask to the person at the terminal. Nothing but what they type decides it. */
import { showInvisible } from '../../../shared/untrusted.ts'
import type { Ask, FormField, FormValues } from '../../../shared/wire/ask.ts'
import type { Keyboard } from '../keyboard.ts'
import type { Output } from '../output.ts'
import { optionByNumber } from './choose-option.ts'
import { fieldLines } from './draw-ask.ts'
import { readField } from './form-field.ts'
import type { Choice } from './send-answer.ts'

export interface Person {
  keyboard: Keyboard
  output: Output
  /** A line that is an order rather than an answer; true when it was one. */
  order(line: string): boolean
}

/** Null when the person left, or `signal` aborted because the ask was settled elsewhere. */
export async function askPerson(person: Person, ask: Ask, signal: AbortSignal): Promise<Choice | null> {
  return ask.kind === 'permission'
    ? await askOption(person, ask.permission.options, signal)
    : await askForm(person, ask.question.fields, signal)
}

type Options = Extract<Ask, { kind: 'permission' }>['permission']['options']

async function askOption(person: Person, options: Options, signal: AbortSignal): Promise<Choice | null> {
  for (;;) {
    const line = await typed(person, `Answer 1-${options.length}: `, signal)
    if (line === null) return null
    const option = optionByNumber(line, options)
    if (option) return { option: option.id }
    person.output.note(`Type a number from 1 to ${options.length}.`)
  }
}

/** Field by field; `-` declines the whole form, at any field. A form without fields is accepted by an empty line. */
async function askForm(
  person: Person,
  fields: readonly FormField[],
  signal: AbortSignal,
): Promise<Choice | null> {
  const values: FormValues = {}
  person.output.note(person.output.noteStyle.dim('  (- declines)'))
  if (fields.length === 0) {
    const line = await typed(person, 'Enter accepts: ', signal)
    if (line === null) return null
    return line.trim() === '-' ? { action: 'decline' } : { action: 'accept', values }
  }
  for (const field of fields) {
    const answer = await askField(person, field, signal)
    if (answer === 'left') return null
    if (answer === 'declined') return { action: 'decline' }
    if (answer.value !== undefined) values[field.name] = answer.value
  }
  return { action: 'accept', values }
}

type FieldAnswer = 'left' | 'declined' | { value: FormValues[string] | undefined }

async function askField(person: Person, field: FormField, signal: AbortSignal): Promise<FieldAnswer> {
  if (!field.choices) person.output.note(fieldLines(field).join('\n'))
  for (;;) {
    const line = await typed(person, `${promptOf(field)}: `, signal, field.secret)
    if (line === null) return 'left'
    if (line.trim() === '-') return 'declined'
    const reading = readField(field, line, 'number')
    if (!reading.ok) person.output.note(`  ${reading.problem}`)
    else return { value: 'value' in reading ? reading.value : undefined }
  }
}

function promptOf(field: FormField): string {
  const label = showInvisible(field.label).replaceAll('\n', ' ')
  const hints: string[] = []
  if (field.kind === 'boolean') hints.push('y/n')
  if (field.choices)
    hints.push(`1-${field.choices.length}${field.kind === 'choices' ? ', several by commas' : ''}`)
  if (field.default !== undefined) hints.push(`empty: ${showInvisible(String(field.default))}`)
  else if (!field.required) hints.push('empty skips')
  return hints.length === 0 ? label : `${label} (${hints.join('; ')})`
}

async function typed(
  person: Person,
  prompt: string,
  signal: AbortSignal,
  secret = false,
): Promise<string | null> {
  for (;;) {
    person.output.noteWrite(person.output.noteStyle.bold(prompt))
    const line = await person.keyboard.nextLine(signal, secret)
    if (secret) person.output.note('')
    if (line === null || secret || !person.order(line)) return line
    if (signal.aborted) return null
  }
}
