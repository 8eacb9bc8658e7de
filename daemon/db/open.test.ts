import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { migrations } from './migrate.ts'
import { openDatabase } from './open.ts'

let home: TempHome
let made = 0

beforeAll(async () => {
  home = await tempHome()
})
afterAll(() => home.remove())

const place = (): string => join(home.path, `${++made}.db`)

/** Every file there is beside it, by its bytes. */
const bytesOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(home.path)
      .filter((name) => join(home.path, name).startsWith(path))
      .map((name) => [name, readFileSync(join(home.path, name)).toString('base64')]),
  )

function mustOpen(path: string): Database {
  const opened = openDatabase(path)
  if (opened.kind !== 'opened') throw new Error(opened.message)
  return opened.db
}

test('an empty file becomes the present schema, whose rows outlive its being opened again', () => {
  const path = place()
  const first = mustOpen(path)
  first.run(`INSERT INTO settings VALUES ('kept', '1')`)
  const schema = first.query('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
  first.close()
  const again = mustOpen(path)
  expect(again.query('SELECT name, sql FROM sqlite_schema ORDER BY name').all()).toEqual(schema)
  expect(again.query('SELECT value FROM settings').all()).toEqual([{ value: '1' }])
  again.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('each step leads from the one before to the same schema as all at once', () => {
  const path = place()
  const stepwise = new Database(path, { create: true, strict: true })
  stepwise.run(migrations[0]?.sql ?? '')
  stepwise.run('PRAGMA user_version = 1')
  stepwise.close()
  const [grown, whole] = [mustOpen(path), mustOpen(place())]
  const names = (db: Database) => db.query('SELECT name FROM sqlite_schema ORDER BY name').all()
  expect(names(grown)).toEqual(names(whole))
  grown.close()
  whole.close()
})

test('a session that is deleted takes its rows along: foreign keys are on', () => {
  const db = mustOpen(place())
  expect(db.query('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  expect(db.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(() =>
    db.run(`INSERT INTO events (session, seq, at, type, body) VALUES ('nobody', 1, 1, 'plan', '{}')`),
  ).toThrow('FOREIGN KEY')
  db.close()
})

test('a schema of a later version is refused and stays byte for byte what it was', () => {
  const path = place()
  const later = new Database(path, { create: true })
  later.run('CREATE TABLE of_the_future (x)')
  later.run('PRAGMA user_version = 999999')
  later.close()
  const before = bytesOf(path)
  const opened = openDatabase(path)
  expect(opened).toMatchObject({ kind: 'newer', message: expect.stringContaining(path) })
  expect(bytesOf(path)).toEqual(before)
})

test('a file that is no database is refused and stays byte for byte what it was', () => {
  const path = place()
  writeFileSync(path, 'This is the shopping list. '.repeat(1_000))
  const before = bytesOf(path)
  expect(openDatabase(path)).toMatchObject({ kind: 'corrupt' })
  expect(bytesOf(path)).toEqual(before)
})

test('a place where no file can be is named', () => {
  expect(openDatabase(join(home.path, 'no', 'such', 'place.db'))).toMatchObject({ kind: 'unwritable' })
})
