import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { Value } from '../../shared/typebox.ts'
import { AskRecord } from '../../shared/wire/ask.ts'
import { openDatabase } from '../db/open.ts'
import { checkChain } from './chain.ts'
import { CHAIN_START, createRecordStore, type NewRecord, type RecordStore } from './record-store.ts'

let home: TempHome
let db: Database
let records: RecordStore

beforeAll(async () => {
  home = await tempHome()
  const opened = openDatabase(join(home.path, 'daemon.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  db = opened.db
  records = createRecordStore(db)
})

afterAll(async () => {
  db.close()
  await home.remove()
})

beforeEach(() => {
  db.run('DELETE FROM ask_records')
})

const record = (n: number, session = 's_1'): NewRecord => ({
  ask: `perm-${n}-salt`,
  session,
  shown: 'f'.repeat(64),
  body: {
    id: `perm-${n}-salt`,
    session,
    openedAt: n,
    kind: 'permission',
    permission: { toolCall: { toolCall: 't' }, options: [{ id: 'y', name: 'Yes', kind: 'allow_once' }] },
  },
  outcome: 'selected',
  option: 'y',
  by: { door: 'local' },
  openedAt: n,
  settledAt: n + 1,
})

const fill = (count: number): void => {
  for (let n = 1; n <= count; n++) records.append(record(n, n % 2 ? 's_1' : 's_2'))
}

test('each record is bound to the one before, and is read as it was written', () => {
  fill(3)
  const [third, second, first] = records.list({ session: null, before: 99, limit: 10 })
  expect([first?.previous, second?.previous, third?.previous]).toEqual([
    CHAIN_START,
    first?.hash ?? '',
    second?.hash ?? '',
  ])
  expect(third).toMatchObject(record(3))
  expect(Value.Check(AskRecord, third)).toBe(true)
  expect(records.follow({ n: 0, hash: CHAIN_START }, 9)).toEqual({ is: 'whole', records: 3 })
})

test('they are listed newest first, of one session or all, below a number', () => {
  fill(6)
  const numbers = (filter: Parameters<RecordStore['list']>[0]) => records.list(filter).map((one) => one.n)
  expect(numbers({ session: null, before: 99, limit: 2 })).toEqual([6, 5])
  expect(numbers({ session: null, before: 5, limit: 2 })).toEqual([4, 3])
  expect(numbers({ session: 's_2', before: 6, limit: 9 })).toEqual([4, 2])
})

/** One change behind the daemon's back; the number of the first record that must not fit after it. */
const tampering = fc.oneof(
  fc.record({ kind: fc.constantFrom('outcome', 'hash', 'previous', 'drop', 'renumber'), at: fc.nat() }),
  fc.record({ kind: fc.constant('swap'), at: fc.nat(), with: fc.nat() }),
  fc.record({ kind: fc.constant('insert'), at: fc.nat() }),
)

function tamper(count: number, what: { kind: string; at: number; with?: number }): void {
  const n = 1 + (what.at % count)
  const other = 1 + ((what.with ?? 0) % count)
  const set = (column: string, value: string): void =>
    void db.query(`UPDATE ask_records SET ${column} = ? WHERE n = ?`).run(value, n)
  switch (what.kind) {
    case 'outcome':
      return set('record', JSON.stringify({ ...record(n), outcome: 'withdrawn' }))
    case 'hash':
      return set('hash', 'e'.repeat(64))
    case 'previous':
      return set('previous', 'e'.repeat(64))
    case 'drop':
      return void db.query('DELETE FROM ask_records WHERE n = ?').run(n)
    case 'renumber':
      return void db.query('UPDATE ask_records SET n = n + 1000 WHERE n = ?').run(n)
    case 'swap':
      db.query('UPDATE ask_records SET n = -1 WHERE n = ?').run(n)
      db.query('UPDATE ask_records SET n = ? WHERE n = ?').run(n, other)
      return void db.query('UPDATE ask_records SET n = ? WHERE n = -1').run(other)
    case 'insert':
      db.query('UPDATE ask_records SET n = -n WHERE n > ?').run(n)
      db.query('UPDATE ask_records SET n = 1 - n WHERE n < 0').run()
      db.query(
        `INSERT INTO ask_records SELECT n + 1, session, ask, record, previous, hash FROM ask_records WHERE n = ?`,
      ).run(n)
  }
}

const contents = (): string => JSON.stringify(db.query('SELECT * FROM ask_records ORDER BY n').all())

test('any change behind its back is found, however much is read at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), tampering, async (count, what) => {
      db.run('DELETE FROM ask_records')
      fill(count)
      const before = contents()
      tamper(count, what)
      const after = contents()
      // The last ones can be dropped without a trace in the chain: only a copy kept elsewhere would show that.
      const changed = after !== before && !before.startsWith(after.slice(0, -1))
      const looks = await Promise.all([1, 3, 99].map((atOnce) => checkChain(records, atOnce)))
      expect(looks.map(({ firstBroken }) => firstBroken !== null)).toEqual([changed, changed, changed])
    }),
    { numRuns: 300, seed: 11 },
  )
})
