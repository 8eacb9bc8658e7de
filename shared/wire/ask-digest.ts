/**
 * What an ask's answer is bound to: SHA-256, in hex, of the ask's canonical JSON (object keys sorted by code unit,
 * no white space), computed by whoever draws it over what it draws.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from '../bytes.ts'
import type { Ask } from './ask.ts'

export const askDigest = (ask: Ask): string => digestOf(ask)

export const digestOf = (value: unknown): string => bytesToHex(sha256(utf8(canonicalJson(value))))

/** JSON with sorted keys; `undefined` members are left out as JSON leaves them out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
