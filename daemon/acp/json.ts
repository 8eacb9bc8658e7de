/** Reading JSON that nobody vouches for: every value is looked at before it is believed. Nothing here throws. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = Object.freeze({})

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NONE)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A string that says something. */
export const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The value under a path of own members, undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value
  for (const name of path) {
    if (!isFields(here) || !Object.hasOwn(here, name)) return undefined
    here = here[name]
  }
  return here
}

export const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'null'
