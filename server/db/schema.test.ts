import { expect, test } from 'bun:test'
import { startRows } from '../testing/rows.ts'

test('no table of the authority has a place for what a session says', async () => {
  await using rows = await startRows()
  const columns = rows.db
    .query<{ name: string }, []>(
      `SELECT m.name || '.' || c.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => name)
  expect(columns.length).toBeGreaterThan(60)
  const content =
    /prompt|transcript|title|path|cwd|director|folder|file|output|message|text|body|content|command|diff|turn|ask|session|model/
  expect(columns.filter((name) => content.test(name))).toEqual([])
})

test('every table is STRICT, and a misspelt parameter is an error', async () => {
  await using rows = await startRows()
  const loose = rows.db
    .query(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
  expect(loose).toEqual([])
  expect(rows.db.query('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(rows.db.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(() => rows.db.query('SELECT $name AS x').get({ nmae: 1 })).toThrow()
})

test('audit and circuits outlive whom they are about', async () => {
  await using rows = await startRows()
  for (const table of ['audit', 'circuits']) {
    expect(rows.db.query(`SELECT * FROM pragma_foreign_key_list('${table}')`).all()).toEqual([])
  }
})
