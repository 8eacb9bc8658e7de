/** What a person compares of a public key: eight words (88 bits of its SHA-256), or all of it in hex. */
import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { KEY_BYTES } from './suite.ts'

const WORDS = 8
/** 2 048 words. */
const WORD_BITS = 11

/** The first 88 bits of SHA-256(key), most significant first, 11 a word. */
export function fingerprintWords(publicKey: Uint8Array): string[] {
  const digest = digestOf(publicKey)
  let bits = 0n
  for (const byte of digest.subarray(0, (WORDS * WORD_BITS) / 8)) bits = (bits << 8n) | BigInt(byte)
  return Array.from({ length: WORDS }, (_, n) => {
    const shift = BigInt(WORD_BITS * (WORDS - 1 - n))
    return wordlist[Number((bits >> shift) & 2047n)] ?? ''
  })
}

/** SHA-256(key) as sixteen groups of four lower-case hex digits. */
export function fingerprintHex(publicKey: Uint8Array): string {
  return digestOf(publicKey)
    .toHex()
    .replace(/(.{4})(?=.)/g, '$1 ')
}

function digestOf(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length !== KEY_BYTES) throw new RangeError(`a public key is ${KEY_BYTES} bytes`)
  return sha256(publicKey)
}
