/** Words on the screen. A key that is not in the catalogue, or a parameter left out, does not compile. */
import { en } from './en.ts'

type Entry = string | { readonly one: string; readonly other: string }
export type Catalogue = typeof en
export type MessageKey = keyof Catalogue

type Named<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never
type NamesOf<E extends Entry> = E extends string
  ? Named<E>
  : E extends { one: infer One extends string; other: infer Other extends string }
    ? Named<One> | Named<Other> | 'count'
    : never

type Parameters<K extends MessageKey> = {
  [Name in NamesOf<Catalogue[K]>]: Name extends 'count' ? number : string | number
}
type Rest<K extends MessageKey> = NamesOf<Catalogue[K]> extends never ? [] : [Parameters<K>]

export const LOCALE = 'en'
const plurals = new Intl.PluralRules(LOCALE)
const numbers = new Intl.NumberFormat(LOCALE)

/** The words for `key`, with `{name}` filled in; plural entries choose by `count`. */
export function t<K extends MessageKey>(key: K, ...rest: Rest<K>): string {
  const parameters: Readonly<Record<string, string | number>> = rest[0] ?? {}
  return fill(chosen(en[key], parameters), parameters)
}

function chosen(entry: Entry, { count }: Readonly<Record<string, string | number>>): string {
  if (typeof entry === 'string') return entry
  return plurals.select(Number(count)) === 'one' ? entry.one : entry.other
}

/** Filled in one pass: a parameter that looks like a placeholder stays as it is. */
function fill(words: string, parameters: Readonly<Record<string, string | number>>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? numbers.format(value) : value
  })
}
