import { expect, test } from 'bun:test'
import { limitedUntil } from './limit.ts'
import { vendorOf } from './vendor.ts'

const NOW = 1_800_000_000_000
const until = (error: { code?: number; message?: string; data?: unknown }) =>
  limitedUntil(vendorOf('gemini'), { code: -32603, message: '', ...error }, NOW)

test('a provider’s JSON that an agent hands on says how long, or until when', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' }]
  const google = JSON.stringify({
    error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details },
  })
  expect(until({ code: 429, message: google })).toBe(NOW + 3_600_000)
  const openai = { error: { type: 'usage_limit_reached', message: 'x', resets_at: NOW / 1000 + 60 } }
  expect(until({ data: { message: JSON.stringify(openai) } })).toBe(NOW + 60_000)
  const waits = { error: { type: 'usage_limit_reached', resets_in_seconds: 5 } }
  expect(until({ message: JSON.stringify(waits) })).toBe(NOW + 5_000)
})

test('fields of the error say it too', () => {
  expect(until({ data: { errorKind: 'rate_limit', resetsAt: NOW + 1 } })).toBe(NOW + 1)
  expect(until({ code: 429, data: { retryAfter: 2 } })).toBe(NOW + 2_000)
})

test('no instant, one that is past, and an error of another kind say nothing', () => {
  expect(until({ code: 429 })).toBeNull()
  expect(until({ code: 429, data: { resets_at: NOW / 1000 - 60 } })).toBeNull()
  expect(until({ code: 429, data: { retryAfter: '2' }, message: '{"error":' })).toBeNull()
  expect(until({ code: 500, data: { retryAfter: 2 } })).toBeNull()
})
