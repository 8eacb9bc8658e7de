import { expect, test } from 'bun:test'
import { readPromptOutcome } from './stop.ts'
import { vendorOf } from './vendor.ts'

const nothing = { cancelled: false, refused: false }
const ended = (stopReason: unknown, facts = nothing, agent = 'demo') =>
  readPromptOutcome(vendorOf(agent), { ok: true, result: { stopReason } }, facts)

test.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal'] as const)(
  '%s is taken as it is',
  (reason) => {
    expect(ended(reason)).toEqual({ stopReason: reason })
    expect(ended(reason, { cancelled: true, refused: true })).toEqual({ stopReason: reason })
  },
)

test('cancelled over a refused permission is a refusal, unless somebody cancelled', () => {
  expect(ended('cancelled', { cancelled: false, refused: true })).toEqual({ stopReason: 'refused' })
  expect(ended('cancelled', { cancelled: true, refused: true })).toEqual({ stopReason: 'cancelled' })
  expect(ended('cancelled')).toEqual({ stopReason: 'cancelled' })
})

test('opencode answers end_turn when it is cancelled between two tries', () => {
  const cancelled = { cancelled: true, refused: false }
  expect(ended('end_turn', cancelled, 'opencode')).toEqual({ stopReason: 'cancelled' })
  expect(ended('end_turn', nothing, 'opencode')).toEqual({ stopReason: 'end_turn' })
})

test("an unknown reason ends the turn and keeps the agent's word, ours included", () => {
  expect(ended('out_of_luck')).toEqual({ stopReason: 'end_turn', message: 'out_of_luck' })
  expect(ended('interrupted')).toEqual({ stopReason: 'end_turn', message: 'interrupted' })
  expect(ended(undefined)).toEqual({ stopReason: 'end_turn', message: 'null' })
})

test('an error is an error, in its own words', () => {
  const error = { code: -32603, message: 'Internal error', data: { details: 'no disk' } }
  expect(readPromptOutcome(vendorOf('demo'), { ok: false, error }, nothing)).toEqual({
    stopReason: 'agent_error',
    message: 'Internal error: no disk',
  })
})
