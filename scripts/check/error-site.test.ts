import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { errorSite } from './error-site.ts'

test('a bare Error is neither an outcome nor a mistake', () => {
  const text = "f()\nthrow new Error('x')\nthrow Error('x')\n"
  expect(brokenBy(errorSite, { 'daemon/a.ts': text })).toEqual(['daemon/a.ts:2', 'daemon/a.ts:3'])
  const sites = ['shared/errors.ts', 'scripts/a.ts', 'daemon/a.test.ts', 'shared/testing/a.ts']
  for (const path of sites) expect(brokenBy(errorSite, { [path]: text })).toEqual([])
})

test('nobody decides by the words of a message', () => {
  expect(brokenBy(errorSite, { 'daemon/a.ts': "if (error.message.includes('busy')) f()" })).toEqual([
    'daemon/a.ts:1',
  ])
})

test('typed errors pass', () => {
  const text =
    "throw new TypeError('x')\nthrow new AppError('busy', 'x')\nif (e instanceof Error) f(e.message)\n"
  expect(brokenBy(errorSite, { 'daemon/a.ts': text })).toEqual([])
})
