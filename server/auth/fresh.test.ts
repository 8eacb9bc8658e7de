import { expect, test } from 'bun:test'
import { isFresh } from './fresh.ts'

test('a password is fresh for so long and no longer', () => {
  const given = (freshAt: number) => ({
    signIn: {
      id: 'i',
      user: 'u',
      device: null,
      createdAt: 0,
      usedAt: 0,
      expiresAt: 0,
      cookieAt: 0,
      freshAt,
      endedAt: null,
      endedWhy: null,
    },
  })
  expect(isFresh(given(1_000), 1_099, { freshMs: 100 })).toBe(true)
  expect(isFresh(given(1_000), 1_100, { freshMs: 100 })).toBe(false)
})
