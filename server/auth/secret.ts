/** What a client holds and shows. Only its hash is stored: who reads the database can show nothing. */
import { createHash } from 'node:crypto'
import { type Random, randomText } from '../../shared/ids.ts'

const CHARS = 32

/** `prefix` and 160 random bits. */
export const newSecret = (random: Random, prefix: string): string => `${prefix}_${randomText(random, CHARS)}`

/** SHA-256 is enough for what is random: there is nothing to guess. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether `text` has the shape of a secret with this prefix. */
export const isSecret = (text: string, prefix: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{32}$/.test(text.slice(prefix.length + 1))
