import { expect, test } from 'bun:test'
import { exitOfCode, exitOfTurn } from './exit-codes.ts'

test('a turn ends the command by why it stopped', () => {
  expect(exitOfTurn('end_turn')).toBe(0)
  for (const stop of ['cancelled', 'refused'] as const) expect(exitOfTurn(stop)).toBe(5)
  for (const stop of ['agent_error', 'refusal', 'max_tokens', 'abandoned', 'interrupted'] as const) {
    expect(exitOfTurn(stop)).toBe(4)
  }
})

test('a refusal ends the command by its code', () => {
  expect(exitOfCode('session_not_found')).toBe(3)
  expect(exitOfCode('nickname_taken')).toBe(3)
  expect(exitOfCode('a_code_of_a_later_version')).toBe(3)
  expect(exitOfCode('invalid_request')).toBe(2)
  expect(exitOfCode('internal')).toBe(1)
  expect(exitOfCode('unreachable')).toBe(6)
  expect(exitOfCode('ambiguous_option')).toBe(7)
})
