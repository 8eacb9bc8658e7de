/**
 * Identifiers: a one-letter prefix that says the kind, an underscore, 20 characters of Crockford base 32 (100
 * random bits). Randomness is an argument so that a test can replay a run.
 */
export type Random = (bytes: number) => Uint8Array

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 20

export const systemRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** `length` characters, 5 random bits each. */
export function randomText(random: Random, length: number): string {
  let text = ''
  for (const byte of random(length)) text += ALPHABET[byte & 31]
  return text
}

export const newSessionId = (random: Random): string => `s_${randomText(random, ID_LENGTH)}`
export const newRunId = (random: Random): string => `r_${randomText(random, ID_LENGTH)}`
/** One life of one keeper process. */
export const newKeeperId = (random: Random): string => `k_${randomText(random, ID_LENGTH)}`

const RUN_ID = /^r_[0-9a-hjkmnp-tv-z]{20}$/

/** Run ids name files and environment values, so nothing else may pass for one. */
export const isRunId = (value: string): boolean => RUN_ID.test(value)
