import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { testsBeside } from './tests-beside.ts'

test('routes and stores have a test beside them', () => {
  const files = {
    'daemon/asks/routes.ts': '',
    'daemon/asks/routes.test.ts': '',
    'daemon/asks/store.ts': '',
    'daemon/asks/record-store.ts': '',
    'daemon/asks/asks.ts': '',
  }
  expect(brokenBy(testsBeside, files)).toEqual(['daemon/asks/store.ts:1', 'daemon/asks/record-store.ts:1'])
})
