/** Tokens of a turn, from the answer to `session/prompt`: in `usage`, or in `_meta.quota` as gemini counts them. */
import type { Change } from './change.ts'
import { at, numberOf } from './json.ts'

export function readPromptUsage(result: unknown): Change[] {
  const quota = at(result, '_meta', 'quota', 'token_count')
  const inputTokens = numberOf(at(result, 'usage', 'inputTokens')) ?? numberOf(at(quota, 'input_tokens'))
  const outputTokens = numberOf(at(result, 'usage', 'outputTokens')) ?? numberOf(at(quota, 'output_tokens'))
  if (inputTokens === undefined && outputTokens === undefined) return []
  const counts = {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
  return [{ kind: 'event', event: { type: 'usage', ...counts } }]
}
