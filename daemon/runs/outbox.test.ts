import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createOutbox, type Outbox } from './outbox.ts'

let home: TempHome
let kit: TestCore
let outbox: Outbox
let sent: string[]
let run: string
let made = 0

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  const names = { nickname: 'one', title: 'T', titleBy: 'nickname' } as const
  kit.core.sessions.insert({ id: 's_1', ...names, agent: 'demo', cwd: '/', askSalt: 'x', now: 1 })
})
beforeEach(() => {
  run = `r_${++made}`
  sent = []
  kit.core.runs.insert({ id: run, session: 's_1', opening: 'new', now: 1 })
  outbox = createOutbox({ runs: kit.core.runs, input: (_, n, line) => void sent.push(`${n} ${line}`) })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const add = (...lines: string[]): void => {
  for (const line of lines) kit.core.runs.addLine(run, line)
  outbox.send(run)
}

test('nothing is sent before the keeper said what it has', () => {
  add('a')
  expect(sent).toEqual([])
  outbox.restart(run, 0)
  expect(sent).toEqual(['1 a'])
})

test('one line is under way at a time, in order', () => {
  outbox.restart(run, 0)
  add('a', 'b', 'c')
  expect(sent).toEqual(['1 a'])
  outbox.took(run, 1, false)
  expect(sent).toEqual(['1 a', '2 b'])
  outbox.took(run, 2, false)
  outbox.took(run, 3, false)
  expect(sent).toEqual(['1 a', '2 b', '3 c'])
  expect(kit.core.runs.nextLine(run)).toBeNull()
})

test('a connection that was lost sends again what was not taken, and nothing that was', () => {
  outbox.restart(run, 0)
  add('a', 'b')
  outbox.restart(run, 1)
  expect(sent).toEqual(['1 a', '2 b'])
})

test('a line that the keeper had no room for is sent again when it has', () => {
  outbox.restart(run, 0)
  add('a', 'b')
  outbox.took(run, 1, false)
  outbox.took(run, 1, true)
  expect(sent).toEqual(['1 a', '2 b', '2 b'])
})

test('an old word of the keeper does not make a line go twice', () => {
  outbox.restart(run, 0)
  add('a', 'b', 'c')
  outbox.took(run, 1, false)
  outbox.took(run, 1, false)
  expect(sent).toEqual(['1 a', '2 b'])
})

test('a forgotten run gets nothing', () => {
  outbox.restart(run, 0)
  outbox.forget(run)
  add('a')
  expect(sent).toEqual([])
})
