/** Why a stream or a circuit ended, as RESET and GOAWAY say it: JSON {code, message}. */
import { fromUtf8, headUtf8, utf8 } from '../bytes.ts'
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'
import { CIRCUIT_REASON_BYTES } from '../limits.ts'

export interface Reason {
  /** One of our error codes, or a word a newer peer knows: `[a-z0-9_]`, at most 64. */
  code: string
  message: string
}

const CODE = /^[a-z][a-z0-9_]{0,63}$/
const MESSAGE_BYTES = 128

export const encodeReason = ({ code, message }: Reason): Uint8Array =>
  utf8(JSON.stringify({ code, message: headUtf8(message, MESSAGE_BYTES) }))

/** Null when it is none. */
export function parseReason(payload: Uint8Array): Reason | null {
  if (payload.length > CIRCUIT_REASON_BYTES) return null
  const value = parseObject(payload)
  if (value === null || !('code' in value) || !('message' in value)) return null
  const { code, message } = value
  if (typeof code !== 'string' || typeof message !== 'string' || !CODE.test(code)) return null
  return { code, message }
}

/** A JSON object, or null. */
export function parseObject(payload: Uint8Array): object | null {
  try {
    const value: unknown = JSON.parse(fromUtf8(payload))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null // not JSON: the caller refuses it
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** The reason as our error; a code that is not ours reads as `circuit_lost`. */
export const errorOf = ({ code, message }: Reason): AppError =>
  new AppError(isErrorCode(code) ? code : 'circuit_lost', message)
