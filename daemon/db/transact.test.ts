import { Database } from 'bun:sqlite'
import { beforeEach, expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createTransact, type Transactor } from './transact.ts'

let db: Database
let transact: Transactor
let said: string[]

beforeEach(() => {
  db = new Database(':memory:', { strict: true })
  db.run('CREATE TABLE t (x)')
  said = []
  transact = createTransact({
    db,
    clock: fakeClock(),
    onSend: (run) => void said.push(`send ${run}`),
    onTouched: (sessions) => void said.push(`touched ${[...sessions].join()}`),
  })
})

const rows = (): number => db.query('SELECT x FROM t').all().length

test('what leaves the process waits for the commit: acts first, then lines, then news, each once', () => {
  const result = transact((work) => {
    work.touch('s_1')
    work.send('r_1')
    work.after(() => void said.push(`act with ${rows()} row, in transaction: ${db.inTransaction}`))
    work.send('r_1')
    work.touch('s_2')
    work.touch('s_1')
    db.run('INSERT INTO t VALUES (1)')
    expect(said).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  expect(said).toEqual(['act with 1 row, in transaction: false', 'send r_1', 'touched s_1,s_2'])
})

test('a change that throws leaves nothing and says nothing', () => {
  const change = (): void =>
    transact((work) => {
      db.run('INSERT INTO t VALUES (1)')
      work.touch('s_1')
      work.send('r_1')
      work.after(() => void said.push('act'))
      throw new RangeError('no')
    })
  expect(change).toThrow('no')
  expect([rows(), said]).toEqual([0, []])
  transact(() => db.run('INSERT INTO t VALUES (2)'))
  expect(rows()).toBe(1)
})

test('a transaction inside a transaction is a mistake, and undoes the outer one', () => {
  expect(() =>
    transact(() => {
      db.run('INSERT INTO t VALUES (1)')
      transact(() => null)
    }),
  ).toThrow(TypeError)
  expect(rows()).toBe(0)
})

test('an act may begin the next change', () => {
  transact((work) => work.after(() => transact(() => db.run('INSERT INTO t VALUES (1)'))))
  expect(rows()).toBe(1)
})
