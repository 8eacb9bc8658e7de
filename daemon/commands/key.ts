/** The `Idempotency-Key` of a command: what it may be, and what it is bound to. */
import { AppError, type Result, refuse } from '../../shared/errors.ts'
import { COMMAND_KEY_CHARS } from '../../shared/limits.ts'
import { digestOf } from '../../shared/wire/ask-digest.ts'

const KEY = new RegExp(`^[!-~]{1,${COMMAND_KEY_CHARS}}$`)

/** Null where the key may be used. */
export const keyRefusal = (key: string): Result<never> | null =>
  KEY.test(key)
    ? null
    : { ok: false, error: new AppError('invalid_request', 'Idempotency-Key is not as it must be') }

export const mismatch = refuse('idempotency_mismatch', 'this Idempotency-Key was used with another body')

/** A key stands for one body. */
export const bodyHash = (body: unknown): string => digestOf(body ?? null)

/** What is done once: under this key, by this subject, on this route. */
export const commandName = (command: { subject: string; route: string; key: string | null }): string =>
  JSON.stringify([command.subject, command.route, command.key])
