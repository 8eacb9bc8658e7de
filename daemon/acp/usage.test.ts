import { expect, test } from 'bun:test'
import { readPromptUsage } from './usage.ts'

const usage = (inputTokens: number, outputTokens: number) => [
  { kind: 'event', event: { type: 'usage', inputTokens, outputTokens } },
]

test('tokens are read where the agent counts them, and are absent where it does not', () => {
  expect(readPromptUsage({ usage: { inputTokens: 3, outputTokens: 0 } })).toEqual(usage(3, 0) as never)
  expect(
    readPromptUsage({ _meta: { quota: { token_count: { input_tokens: 1, output_tokens: 2 } } } }),
  ).toEqual(usage(1, 2) as never)
  expect(
    readPromptUsage({ stopReason: 'end_turn', usage: null, _meta: { quota: { token_count: null } } }),
  ).toEqual([])
})
