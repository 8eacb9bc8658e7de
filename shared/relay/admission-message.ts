/**
 * The messages of `admission.ts` as plaintexts of a circuit: JSON, filled up with spaces to the sizes that every
 * plaintext has, so that their length says nothing.
 */
import { fromUtf8, utf8 } from '../bytes.ts'
import { paddedSize } from '../circuit/padding.ts'
import { ADMISSION_BYTES } from '../limits.ts'
import { type Static, type TSchema, Value } from '../typebox.ts'

const SPACE = 0x20

/** @throws RangeError past {@link ADMISSION_BYTES}. */
export function encodeAdmission(message: object): Uint8Array {
  const json = utf8(JSON.stringify(message))
  if (json.length > ADMISSION_BYTES) throw new RangeError(`${json.length} bytes are no admission message`)
  const padded = new Uint8Array(paddedSize(json.length)).fill(SPACE)
  padded.set(json)
  return padded
}

/** Null for what is not of that shape. Members we do not know are let be. */
export function decodeAdmission<T extends TSchema>(schema: T, plaintext: Uint8Array): Static<T> | null {
  if (plaintext.length > ADMISSION_BYTES) return null
  const value = parsed(fromUtf8(plaintext))
  return Value.Check(schema, value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // untrusted: it matches no schema
    throw error
  }
}
