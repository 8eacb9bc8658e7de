import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { createMessageStore, FIND, type MessageStore } from './message-store.ts'

let home: TempHome
let kit: TestCore
let store: MessageStore
let session: string

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  store = createMessageStore(kit.db)
  session = spawnedSession(kit)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const add = (at: number, words: string): void => store.add({ session, seq: 1, at, role: 'agent', words })
const find = (word: string, before = Number.MAX_SAFE_INTEGER): string[] =>
  store.find(word, before, 10).map(({ at, marked }) => `${at} ${marked.replace(/[\u0002\u0003]/g, '')}`)

test('a search walks the index by rowid and looks each hit up: it scans no table and sorts nothing', () => {
  const plan = kit.db
    .query<{ detail: string }, string[]>(`EXPLAIN QUERY PLAN ${FIND}`)
    .all('', '', '', '', '')
    .map(({ detail }) => detail)
  expect(plan).toEqual([
    expect.stringMatching(/^SCAN message_index VIRTUAL TABLE INDEX \d+:M\d*</),
    'SEARCH m USING INTEGER PRIMARY KEY (rowid=?)',
    expect.stringMatching(/^SEARCH s USING INDEX .*\(id=\?\)$/),
  ])
})

test('messages are in the order of time, in whichever order they are added', () => {
  add(5_000, 'order late')
  add(1_000, 'order early')
  add(5_000, 'order later')
  add(3_000, 'order middle')
  expect(find('order')).toEqual([
    '5000 order later',
    '5000 order late',
    '3000 order middle',
    '1000 order early',
  ])
  const [newest] = store.find('order', Number.MAX_SAFE_INTEGER, 1)
  expect(find('order', newest?.id)).toHaveLength(3)
})

test('more messages in a millisecond than it has numbers are all kept', () => {
  for (let n = 0; n < 1_030; n++) add(7_000, `crowd ${n}`)
  add(7_001, 'crowd after')
  expect(kit.db.query(`SELECT count(*) AS n FROM messages WHERE text LIKE 'crowd%'`).get()).toEqual({
    n: 1_031,
  })
})

test('the index follows its messages, and a deleted session takes both along', () => {
  const gone = spawnedSession(kit)
  store.add({ session: gone, seq: 1, at: 1, role: 'agent', words: 'fleeting' })
  expect(find('fleeting')).toEqual(['1 fleeting'])
  kit.core.sessions.delete(gone)
  expect(find('fleeting')).toEqual([])
  expect(kit.db.query('SELECT 1 FROM messages WHERE session = ?').all(gone)).toEqual([])
  expect(() =>
    kit.db.run(`INSERT INTO message_index (message_index) VALUES ('integrity-check')`),
  ).not.toThrow()
})
