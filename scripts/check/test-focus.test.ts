import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { testFocus } from './test-focus.ts'

test('a test that is left out, or leaves the others out, is refused', () => {
  const text = `test.only('a', f)
describe.skip('b', f)
it.todo('c')
test.skipIf(true)('d', f)
test.each([1])('e', f)
list.skip(3)
`
  expect(brokenBy(testFocus, { 'a.test.ts': text })).toEqual([
    'a.test.ts:1',
    'a.test.ts:2',
    'a.test.ts:3',
    'a.test.ts:4',
  ])
})

test('an expect that waits for a promise itself is refused', () => {
  const text = `await expect(p).RE.toThrow()
expect(await rejection(p)).toBe(1)
await expect(
  q,
).RE.toBe(1)
`.replaceAll('RE', 'rejects')
  expect(brokenBy(testFocus, { 'a.test.ts': text })).toEqual(['a.test.ts:1', 'a.test.ts:5'])
})
