import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { sqlSite } from './sql-site.ts'

test.each([
  "const a = 'SELECT id FROM sessions WHERE id = ?'",
  'const a = `\n  INSERT OR IGNORE INTO asks (id) VALUES (?)`',
  'const a = `UPDATE sessions SET a = 1`',
  "const a = 'DELETE FROM sessions'",
  "const a = 'PRAGMA journal_mode = WAL'",
  "import { Database } from 'bun:sqlite'",
])('%s stands in a store or in db/, nowhere else', (text) => {
  expect(brokenBy(sqlSite, { 'daemon/asks/asks.ts': text })).toEqual(['daemon/asks/asks.ts:1'])
  const homes = [
    'daemon/asks/store.ts',
    'daemon/asks/record-store.ts',
    'daemon/db/open.ts',
    'server/a.test.ts',
  ]
  for (const path of homes) expect(brokenBy(sqlSite, { [path]: text })).toEqual([])
})

test('prose and types are not SQL', () => {
  const text = `import type { Database } from 'bun:sqlite'
// SELECT a FROM b
const words = 'select a machine from the list, update it, set it, delete from it'
`
  expect(brokenBy(sqlSite, { 'daemon/a.ts': text })).toEqual([])
})
