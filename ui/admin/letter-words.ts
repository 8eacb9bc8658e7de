import { cleanLabel } from '../../shared/untrusted.ts'
import { enLetters } from '../locale/en-letters.ts'
import { t } from '../locale/t.ts'

const isKnown = (key: string): key is keyof typeof enLetters => Object.hasOwn(enLetters, key)

/** Kinds and ends of letters; what a later version knows goes by its own name. */
export function letterWords(family: 'letter' | 'letter_end', name: string): string {
  const key = `${family}.${name}`
  return isKnown(key) ? t(key) : cleanLabel(name)
}
