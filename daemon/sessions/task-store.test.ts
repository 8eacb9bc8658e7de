import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const task = (id: string, state: 'running' | 'paused' | 'completed', at: number) => ({
  id,
  title: id,
  state,
  stoppable: true,
  startedAt: at,
  updatedAt: at,
})

test('tasks are read back as they were put, oldest first, and put again by their id', () => {
  const id = openSession(kit)
  const { tasks } = kit.core
  tasks.put(id, task('b', 'running', 2))
  tasks.put(id, task('a', 'completed', 1))
  tasks.put(id, { ...task('b', 'running', 2), state: 'failed', updatedAt: 3 })
  expect(tasks.list(id)).toEqual([
    task('a', 'completed', 1),
    { ...task('b', 'running', 2), state: 'failed', updatedAt: 3 },
  ])
  expect(tasks.get(id, 'a')?.state).toBe('completed')
  expect(tasks.get(id, 'c')).toBeNull()
  expect(tasks.anyLive(id)).toBe(false)
  tasks.clear(id)
  expect(tasks.list(id)).toEqual([])
})

test('what was at work is stopped in one act, and what had ended keeps its end', () => {
  const id = openSession(kit)
  const { tasks } = kit.core
  tasks.put(id, task('a', 'running', 1))
  tasks.put(id, task('b', 'paused', 1))
  tasks.put(id, task('c', 'completed', 1))
  expect(tasks.anyLive(id)).toBe(true)
  expect(tasks.stopLive(id, 9)).toBe(2)
  expect(tasks.list(id).map(({ state, updatedAt }) => [state, updatedAt])).toEqual([
    ['stopped', 9],
    ['stopped', 9],
    ['completed', 1],
  ])
})

test('past the bound the finished go before the running, the one that ended longest ago first', () => {
  const id = openSession(kit)
  const { tasks } = kit.core
  tasks.put(id, task('runs', 'running', 1))
  for (let n = 2; n < 6; n++) tasks.put(id, task(`b${n}`, 'completed', n))
  tasks.prune(id, 3)
  expect(tasks.list(id).map((one) => one.id)).toEqual(['runs', 'b4', 'b5'])
})
