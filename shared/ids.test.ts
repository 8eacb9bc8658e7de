import { expect, test } from 'bun:test'
import { isRunId, newKeeperId, newRunId, newSessionId, randomText, systemRandom } from './ids.ts'
import { seededRandom } from './testing/seeded-random.ts'

const BODY = '[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}'

test('an id says its kind and has 128 random bits', () => {
  for (let n = 0; n < 200; n++) {
    expect(newSessionId(systemRandom)).toMatch(new RegExp(`^s_${BODY}$`))
    expect(newKeeperId(systemRandom)).toMatch(new RegExp(`^kp_${BODY}$`))
    expect(newRunId(systemRandom)).toMatch(new RegExp(`^run_${BODY}$`))
  }
})

test('the same randomness gives the same ids, the system another one each time', () => {
  expect(newSessionId(seededRandom(5))).toBe(newSessionId(seededRandom(5)))
  const ids = new Set(Array.from({ length: 1_000 }, () => newSessionId(systemRandom)))
  expect(ids.size).toBe(1_000)
})

test('every character is as likely as any other', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, n) => n)
  const counts = new Map<string, number>()
  for (const char of randomText(() => everyByte, 256)) counts.set(char, (counts.get(char) ?? 0) + 1)
  expect(counts.size).toBe(32)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('every run id made passes as one', () => {
  const random = seededRandom(6)
  for (let n = 0; n < 1_000; n++) expect(isRunId(newRunId(random))).toBe(true)
})

test.each([
  '',
  'run_',
  's_00000000000000000000000000',
  'run_0000000000000000000000000',
  'run_000000000000000000000000000',
  'run_0000000000000000000000000i',
  'run_0000000000000000000000000l',
  'run_0000000000000000000000000o',
  'run_0000000000000000000000000u',
  'run_0000000000000000000000000A',
  'run_000000000000000000000000/.',
  'run_00000000000000000000000000\n',
  ' run_00000000000000000000000000',
])('%j is no run id', (text) => expect(isRunId(text)).toBe(false))
