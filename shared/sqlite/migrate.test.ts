import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from '../testing/temp-home.ts'
import { createAtomic } from './atomic.ts'
import type { Migration } from './migrate.ts'
import { openSqlite } from './open.ts'

const first: Migration = { sql: 'CREATE TABLE a (x INTEGER) STRICT', olderBuilds: 'refuse' }
const added: Migration = { sql: 'CREATE TABLE b (x INTEGER) STRICT', olderBuilds: 'open' }
const changed: Migration = { sql: 'ALTER TABLE a RENAME TO c', olderBuilds: 'refuse' }

function open(path: string, migrations: readonly Migration[]): string {
  const opened = openSqlite(path, { migrations, synchronous: 'FULL' })
  if (opened.kind === 'opened') opened.db.close()
  return opened.kind
}

test('a build from before opens a file unless a migration it does not know says otherwise', async () => {
  await using home = await tempHome()
  const path = join(home.path, 'a.db')
  expect(open(path, [first])).toBe('opened')
  expect(open(path, [first, added])).toBe('opened')
  expect(open(path, [first])).toBe('opened')
  expect(open(path, [first, added])).toBe('opened')
  expect(open(path, [first, added, changed])).toBe('opened')
  const before = await Bun.file(path).bytes()
  expect(open(path, [first, added])).toBe('newer')
  expect(open(path, [first])).toBe('newer')
  expect(await Bun.file(path).bytes()).toEqual(before)
  expect(open(path, [first, added, changed, { ...first, olderBuilds: 'open' }])).toBe('opened')
})

test('a migration that fails leaves the file at the version before it', async () => {
  await using home = await tempHome()
  const path = join(home.path, 'a.db')
  expect(open(path, [first])).toBe('opened')
  const broken: Migration = { sql: 'CREATE TABLE b (x INTEGER); CREATE TABLE a (y)', olderBuilds: 'open' }
  expect(() => open(path, [first, broken])).toThrow('already exists')
  expect(open(path, [first, added])).toBe('opened')
})

test('a database and its log are for their owner only', async () => {
  await using home = await tempHome()
  const path = join(home.path, 'a.db')
  const opened = openSqlite(path, { migrations: [first], synchronous: 'FULL' })
  if (opened.kind !== 'opened') throw new Error(opened.message)
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600)
  const atomic = createAtomic(opened.db)
  expect(() => atomic(() => atomic(() => 1))).toThrow('a transaction inside a transaction')
  expect(atomic(() => 1)).toBe(1)
  opened.db.close()
})
