import { AppError, type ErrorCode, errorCodes, type Result } from '../../shared/errors.ts'
import { Value } from '../../shared/typebox.ts'
import { ErrorEnvelope } from '../../shared/wire/envelope.ts'

/** What Eden makes of a request. */
type Answer<T> = { data: T; error: null } | { data: null; error: { status: unknown; value: unknown } }

/**
 * The answer's data, or its refusal. `lost` is what a request comes to that got no answer at all: Eden makes a 503 of a
 * fetch that rejected.
 */
export async function unwrap<T>(
  call: Promise<Answer<T>>,
  lost: ErrorCode = 'circuit_lost',
): Promise<Result<T>> {
  const { data, error } = await call
  if (error === null) return { ok: true, value: data }
  return { ok: false, error: refusalOf(error.value, lost) }
}

/** A refusal as the wire has it. A code of a later version reads as `internal`, and keeps its name in the detail. */
export function refusalOf(value: unknown, lost: ErrorCode): AppError {
  if (Value.Check(ErrorEnvelope, value)) {
    const { code, message, detail } = value.error
    return isErrorCode(code)
      ? new AppError(code, message, detail)
      : new AppError('internal', message, { code, detail })
  }
  return new AppError(lost, value instanceof Error ? value.message : 'there was no answer')
}

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
