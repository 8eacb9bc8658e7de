/**
 * Typed failures, an extension that claude-agent-acp and codex-acp share: a client that declares `sessionFailure` under
 * `_meta.jetbrains.air` is told `{id, category, severity, title, details?}` instead of words in the answer. A turn's
 * own rides on its result, which is `end_turn` all the same; retries and what no turn asked for are updates.
 * As seen with claude-agent-acp 0.101 and codex-acp 2.6.
 */
import { AUTH_REQUIRED } from './auth.ts'
import type { Change } from './change.ts'
import { errorText } from './error-text.ts'
import { at, type Fields, isFields, textOf, wordsOf } from './json.ts'
import { INTERNAL_ERROR, type Outcome, type RpcError } from './message.ts'

/** The category of a failure that ends when its provider takes requests again. */
export const LIMIT = 'limit'

/** A result that holds a failure is the failure. */
export function withFailure(outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome
  const failure = failureIn(outcome.result)
  return failure?.severity === 'error' ? { ok: false, error: errorOf(failure) } : outcome
}

/** What a session_info_update says of a failure; null: it says nothing of one. */
export function readFailureUpdate(update: Fields): Change[] | null {
  const failure = failureIn(update)
  if (failure === null) return null
  const code = failure.severity === 'warning' ? 'agent_retrying' : 'agent_error'
  return [{ kind: 'event', event: { type: 'error', code, message: errorText(errorOf(failure)) } }]
}

function failureIn(value: unknown): Fields | null {
  const failure = at(value, '_meta', 'jetbrains', 'air', 'sessionFailure')
  return isFields(failure) ? failure : null
}

const errorOf = (failure: Fields): RpcError => ({
  code: failure.category === 'access' ? AUTH_REQUIRED : INTERNAL_ERROR,
  message: textOf(failure.title) ?? '',
  data: { category: failure.category, details: wordsOf(failure.details) },
})
