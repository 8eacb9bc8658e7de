/** Lines of codex-acp 2.6 as it writes them to a client that declares what this one declares. */
import { expect, test } from 'bun:test'
import { limitedUntil } from '../limit.ts'
import { withFailure } from '../session-failure.ts'
import { readPromptOutcome } from '../stop.ts'
import { translateUpdate } from '../translate.ts'
import { codex } from './codex.ts'
import { zcodex } from './zcodex.ts'

const info = (meta: object) =>
  translateUpdate(codex, { sessionUpdate: 'session_info_update', _meta: { codex: meta } })

test('its thread says when it begins and ends to work', () => {
  expect(info({ threadStatus: { type: 'active', activeFlags: [] } })).toEqual([
    { kind: 'cycle', cycle: 'began' },
  ])
  expect(info({ threadStatus: { type: 'idle' } })).toEqual([{ kind: 'cycle', cycle: 'ended' }])
  expect(info({ threadStatus: { type: 'systemError' } })).toEqual([{ kind: 'cycle', cycle: 'ended' }])
  expect(info({ threadStatus: { type: 'notLoaded' } })).toEqual([])
})

const failed = (category: string, title: string) => ({
  ok: true as const,
  result: {
    stopReason: 'end_turn',
    _meta: {
      jetbrains: {
        air: {
          version: 1,
          sessionFailure: { id: 'x:error', revision: 1, category, severity: 'error', title, actions: [] },
        },
      },
    },
  },
})

test('an error that its result carries ends the turn as one', () => {
  const title =
    '{"error":{"message":"stub error 400","type":"invalid_request_error","code":null,"param":null}}'
  const outcome = withFailure(failed('service', title))
  expect(readPromptOutcome(codex, outcome, { cancelled: false, refused: false })).toEqual({
    stopReason: 'agent_error',
    message: 'stub error 400',
  })
})

const LIMIT =
  'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at '

const until = (words: string, now: number, category = 'limit') => {
  const outcome = withFailure(failed(category, LIMIT + words))
  return outcome.ok ? null : limitedUntil(codex, outcome.error, now)
}

test('a usage limit says until when, by this machine’s clock', () => {
  const now = new Date(2026, 11, 1, 0, 9, 50).getTime()
  expect(until('2:09 AM.', now)).toBe(new Date(2026, 11, 1, 2, 10).getTime())
  expect(until('12:30 PM.', now)).toBe(new Date(2026, 11, 1, 12, 31).getTime())
  expect(until('Dec 3rd, 2026 5:04 PM.', now)).toBe(new Date(2026, 11, 3, 17, 5).getTime())
  expect(until('Jan 1st, 2027 12:00 AM.', now)).toBe(new Date(2027, 0, 1, 0, 1).getTime())
  expect(until('some time.', now)).toBeNull()
  expect(until('12:01 AM.', now)).toBeNull()
  expect(until('2:09 AM.', now, 'service')).toBeNull()
})

test('the same limit as an error of the protocol, from either adapter', () => {
  const now = new Date(2026, 11, 1, 0, 9, 50).getTime()
  const data = { message: `${LIMIT}2:06 AM.`, codexErrorInfo: 'usageLimitExceeded' }
  expect(limitedUntil(codex, { code: -32603, message: 'Internal error', data }, now)).toBe(
    new Date(2026, 11, 1, 2, 7).getTime(),
  )
  const other = { message: `${LIMIT}2:06 AM.`, codex_error_info: 'usage_limit_exceeded' }
  expect(limitedUntil(zcodex, { code: -32603, message: 'Internal error', data: other }, now)).toBe(
    new Date(2026, 11, 1, 2, 7).getTime(),
  )
})
