import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createKeyStore } from './key-store.ts'

test('the key of a statement is the newest that it or one before it told of', async () => {
  await using rows = await startRows()
  const store = createKeyStore(rows.db)
  expect([store.newest(), store.keyAt(5), store.keys()]).toEqual([0, null, []])
  for (const [number, kid] of [
    [1, 'b'],
    [2, 'a'],
  ] as const) {
    store.insert({ kid, privateKey: 'x', publicKey: 'y' }, { number, kid, jws: `statement ${number}` }, NOW)
  }
  expect(store.keys().map(({ kid }) => kid)).toEqual(['b', 'a'])
  expect([0, 1, 2, 9].map((number) => store.keyAt(number)?.kid ?? null)).toEqual([null, 'b', 'a', 'a'])
  expect(store.statementsAfter(1)).toEqual([{ number: 2, kid: 'a', jws: 'statement 2' }])
  expect(store.newest()).toBe(2)
})
