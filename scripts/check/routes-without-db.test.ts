import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { routesWithoutDb } from './routes-without-db.ts'

test('routes reach neither the database nor a store', () => {
  const text = `import { open } from '../db/open.ts'
import { Database } from 'bun:sqlite'
import { readAsk } from './store.ts'
import { readRecord } from './record-store.ts'
import type { AskRow } from './store.ts'
import { answer } from './answer.ts'
`
  expect(brokenBy(routesWithoutDb, { 'daemon/asks/routes.ts': text })).toEqual([
    'daemon/asks/routes.ts:1',
    'daemon/asks/routes.ts:2',
    'daemon/asks/routes.ts:3',
    'daemon/asks/routes.ts:4',
  ])
  expect(brokenBy(routesWithoutDb, { 'daemon/asks/asks.ts': text })).toEqual([])
})
