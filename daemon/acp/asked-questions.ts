/**
 * Questions as several agents' tools put them: `{question, header?, options: [{label, description?}], multiSelect?}`.
 * Each is a choice, named by its place, and a line for an answer that is not among the options.
 */
import type { FieldChoice, FormField } from '../../shared/wire/ask.ts'
import { at, listOf, wordsOf } from './json.ts'

/** None: this is no question. */
export function questionFields(value: unknown, name: string): FormField[] {
  const label = wordsOf(at(value, 'question'))
  if (label === undefined) return []
  const choices = listOf(at(value, 'options')).flatMap(choiceOf)
  const description = wordsOf(at(value, 'header'))
  const head = { name, label, ...(description === undefined ? {} : { description }) }
  if (choices.length === 0) return [{ ...head, kind: 'text', required: true }]
  const kind = at(value, 'multiSelect') === true ? 'choices' : 'choice'
  const other: FormField = { name: ownAnswer(name), kind: 'text', label: 'Another answer', required: false }
  return [{ ...head, kind, required: false, choices }, other]
}

const OTHER = '_other'

/** The field beside a question's for an answer in the person's own words. */
export const ownAnswer = (name: string): string => `${name}${OTHER}`

export const isOwnAnswer = (name: string): boolean => name.endsWith(OTHER)

function choiceOf(option: unknown): FieldChoice[] {
  const label = wordsOf(at(option, 'label'))
  if (label === undefined) return []
  const description = wordsOf(at(option, 'description'))
  const head = { value: label, label }
  return [description === undefined ? head : { ...head, description }]
}
