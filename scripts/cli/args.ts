/**
 * A strict argument parser: `--flag`, `--flag value`, `--flag=value`, positionals, and `--` after which everything
 * is positional. What it does not know it refuses by name, because a misspelt flag must never be read as text.
 */
import { usageError } from './cli-error.ts'

/** `value` may be given once, `list` many times. `choices` are the only values taken. */
export type Flag =
  | { kind: 'switch'; about: string }
  | { kind: 'value'; about: string; of: string; choices?: readonly string[] }
  | { kind: 'list'; about: string; of: string }

export type FlagTable = Readonly<Record<string, Flag>>

export interface Args {
  positionals: string[]
  switch(name: string): boolean
  value(name: string): string | undefined
  list(name: string): string[]
}

export const globalFlags: FlagTable = {
  home: {
    kind: 'value',
    of: 'DIR',
    about: 'the home of the machine (default: FAIRLEAD_HOME or ~/.fairlead)',
  },
  json: { kind: 'switch', about: 'print JSON' },
  help: { kind: 'switch', about: 'show this help' },
}

/** A device's key as base64url, which may begin with a hyphen; no flag is as long. */
const KEY = /^[A-Za-z0-9_-]{43}$/

/** Throws a usage error (exit 2) naming the flag it does not know or cannot read. */
export function parseArgs(argv: readonly string[], own: FlagTable): Args {
  const table = new Map(Object.entries({ ...globalFlags, ...own }))
  const given = new Map<string, string[]>()
  const positionals: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') {
      positionals.push(...argv.slice(at + 1))
      break
    }
    if (!word.startsWith('-') || word === '-' || KEY.test(word)) {
      positionals.push(word)
      continue
    }
    const { name, inline } = splitFlag(word)
    const flag = table.get(name)
    if (!flag) throw usageError(`unknown flag ${word.split('=')[0]}`)
    if (flag.kind === 'switch') {
      if (inline !== undefined) throw usageError(`--${name} takes no value`)
      given.set(name, [])
      continue
    }
    const value = inline ?? argv[++at]
    if (value === undefined) throw usageError(`--${name} needs a value (${flag.of})`)
    given.set(name, checkedValues(name, flag, given.get(name) ?? [], value))
  }
  return {
    positionals,
    switch: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    list: (name) => given.get(name) ?? [],
  }
}

function splitFlag(word: string): { name: string; inline: string | undefined } {
  if (word === '-h') return { name: 'help', inline: undefined }
  // A single dash is not a flag of ours; the whole word is named in the refusal.
  if (!word.startsWith('--')) return { name: '', inline: undefined }
  const equals = word.indexOf('=')
  if (equals < 0) return { name: word.slice(2), inline: undefined }
  return { name: word.slice(2, equals), inline: word.slice(equals + 1) }
}

function checkedValues(
  name: string,
  flag: Exclude<Flag, { kind: 'switch' }>,
  before: string[],
  value: string,
): string[] {
  if (flag.kind === 'list') return [...before, value]
  if (before.length > 0) throw usageError(`--${name} was given twice`)
  if (flag.choices && !flag.choices.includes(value)) {
    throw usageError(`--${name} is one of ${flag.choices.join(', ')}`)
  }
  return [value]
}

/** A whole number from `least` to `most`, or a usage error naming the argument. */
export function wholeNumber(
  name: string,
  text: string | undefined,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^[0-9]+$/.test(text) || number < least || number > most) {
    throw usageError(`${name} is a whole number from ${least} to ${most}`)
  }
  return number
}
