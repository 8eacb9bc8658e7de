/**
 * Identifiers: a prefix that says the kind, an underscore, and 128 random bits as 26 characters of lower-case Crockford
 * base 32. Randomness is an argument so that a test can replay a run.
 */
export type Random = (bytes: number) => Uint8Array

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_BYTES = 16
const ID_CHARS = 26

export const systemRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** `length` characters, 5 random bits each. */
export function randomText(random: Random, length: number): string {
  let text = ''
  for (const byte of random(length)) text += ALPHABET[byte & 31]
  return text
}

/** 128 bits, most significant first; the first character carries three of them. */
function randomId(random: Random): string {
  let bits = 0n
  for (const byte of random(ID_BYTES)) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let shift = 5n * BigInt(ID_CHARS - 1); shift >= 0n; shift -= 5n)
    text += ALPHABET[Number((bits >> shift) & 31n)]
  return text
}

export const newSessionId = (random: Random): string => `s_${randomId(random)}`
export const newRunId = (random: Random): string => `run_${randomId(random)}`
/** A device that waits to be approved by a machine. */
export const newPendingId = (random: Random): string => `pd_${randomId(random)}`
/** An address at which models are had. */
export const newSystemId = (random: Random): string => `sy_${randomId(random)}`
export const newPresetId = (random: Random): string => `ps_${randomId(random)}`
/** One life of one keeper process. */
export const newKeeperId = (random: Random): string => `kp_${randomId(random)}`

const RUN_ID = /^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Run ids name files and environment values, so nothing else may pass for one. */
export const isRunId = (value: string): boolean => RUN_ID.test(value)

export const newUserId = (random: Random): string => `u_${randomId(random)}`
export const newDeviceId = (random: Random): string => `d_${randomId(random)}`
export const newMachineId = (random: Random): string => `m_${randomId(random)}`
/** A sign-in of one person in one place. */
export const newSignInId = (random: Random): string => `i_${randomId(random)}`
/** A key of a script. */
export const newKeyId = (random: Random): string => `k_${randomId(random)}`
/** Where a capability names what it was minted under: a key of a script, or else a sign-in. */
export const isKeyId = (id: string): boolean => id.startsWith('k_')
/** An authority, made once. */
export const newRegistrationId = (random: Random): string => `r_${randomId(random)}`
export const newEmailChangeId = (random: Random): string => `ec_${randomId(random)}`
export const newIssuerId = (random: Random): string => `a_${randomId(random)}`
