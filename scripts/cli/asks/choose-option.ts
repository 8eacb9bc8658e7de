/** Which option an answer means. Never the first one, never a guess: exactly one may fit. */
import type { AskOption } from '../../../shared/wire/ask.ts'
import { CliError } from '../cli-error.ts'

export const allowChoices = ['once', 'none'] as const
export type Allow = (typeof allowChoices)[number]

export const allowOf = (value: string | undefined): Allow | undefined =>
  allowChoices.find((choice) => choice === value)

const kindOf: Record<Allow, string> = { once: 'allow_once', none: 'reject_once' }

/** The only option of the kind that `allow` stands for. Throws `ambiguous_option` when none or several have it. */
export function optionFor(allow: Allow, ask: string, options: readonly AskOption[]): AskOption {
  const kind = kindOf[allow]
  const fitting = options.filter((option) => option.kind === kind)
  const [only] = fitting
  if (only && fitting.length === 1) return only
  const many = fitting.length === 0 ? 'No option' : `${fitting.length} options`
  throw new CliError(
    'ambiguous_option',
    `${many} of ${ask} would be a ${kind}; it stays open. Answer it by name with: fairlead answer S ${ask} --option ID`,
    { detail: { ask, options } },
  )
}

/** The option a person typed the number of; null when it is no number of one. */
export function optionByNumber(typed: string, options: readonly AskOption[]): AskOption | null {
  const text = typed.trim()
  return /^[0-9]+$/.test(text) ? (options[Number(text) - 1] ?? null) : null
}

/** The option with that id, verbatim. */
export function optionById(id: string, ask: string, options: readonly AskOption[]): AskOption {
  const option = options.find((one) => one.id === id)
  if (option) return option
  const known = options.map((one) => one.id).join(', ')
  throw new CliError('option_unknown', `${ask} has no option ${id}; it has: ${known}`)
}
