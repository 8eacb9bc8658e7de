import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { DAY_MS } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import {
  eventsOfType,
  openSession,
  spawnedSession,
  type TestCore,
  testCore,
  update,
} from '../testing/core.ts'
import { actsOn, type SessionActs } from '../testing/session-acts.ts'
import { parkSession } from './parking.ts'
import { stopTask } from './tasks.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const began = (id: string, name = id, canStop = true) =>
  update({ sessionUpdate: 'async_task_spawned', asyncTaskId: id, name, taskType: 'shell', canStop })
const state = (id: string, now: string) =>
  update({ sessionUpdate: 'async_task_state_update', asyncTaskId: id, state: now })
const tasks = (acts: SessionActs) => acts.now().tasks?.map((task) => `${task.id} ${task.state}`)

function opened(text?: string): { id: string; acts: SessionActs } {
  const id = openSession(kit, { agent: 'claude', ...(text === undefined ? {} : { text }) })
  return { id, acts: actsOn(kit, id) }
}

test('what an agent reports beside its turns is listed with its state; the log has nothing of it', () => {
  const { id, acts } = opened()
  const before = acts.row().lastSeq
  kit.says(id, began('b1', 'bun dev'), began('b2', 'tail', false))
  kit.clock.advance(5)
  kit.says(id, state('b2', 'paused'))
  expect(acts.now().tasks).toEqual([
    {
      id: 'b1',
      title: 'bun dev',
      state: 'running',
      stoppable: true,
      startedAt: kit.clock.now() - 5,
      updatedAt: kit.clock.now() - 5,
    },
    {
      id: 'b2',
      title: 'tail',
      state: 'paused',
      stoppable: false,
      startedAt: kit.clock.now() - 5,
      updatedAt: kit.clock.now(),
    },
  ])
  expect(acts.row().lastSeq).toBe(before)
})

test('one that does not report has no list; one that says it reports has an empty one', () => {
  const silent = openSession(kit)
  expect(actsOn(kit, silent).now().tasks).toBeUndefined()
  const id = spawnedSession(kit, { agent: 'claude' })
  const air = { version: 1, capabilities: ['asyncTasks'] }
  kit.says(id, { id: 'initialize', result: { protocolVersion: 1, _meta: { jetbrains: { air } } } })
  expect(actsOn(kit, id).now().tasks).toEqual([])
})

test('an end may be corrected by another end, and is not undone', () => {
  const { id, acts } = opened()
  kit.says(id, began('b1'), state('b1', 'stopped'), state('b1', 'completed'), state('b1', 'running'))
  expect(tasks(acts)).toEqual(['b1 completed'])
  kit.says(id, state('never-heard-of', 'failed'))
  expect(tasks(acts)).toEqual(['b1 completed'])
})

test('finished background work was lost when its agent was replaced: it is kept, and what ran reads stopped', () => {
  const { id, acts } = opened('hello')
  kit.says(id, began('done'), state('done', 'completed'), began('runs'))
  acts.answers(1)
  acts.stop()
  acts.ends(0)
  expect(tasks(acts)).toEqual(['done completed', 'runs stopped'])
  expect(eventsOfType(kit, id, 'error')).toMatchObject([
    { code: 'tasks_stopped', message: 'its agent ended with a background task at work' },
  ])
  acts.resume()
  acts.opens()
  kit.says(id, began('new'))
  expect(tasks(acts)).toEqual(['done completed', 'runs stopped', 'new running'])
  kit.close()
  kit = testCore({ home: home.path, clock: kit.clock })
  expect(tasks(actsOn(kit, id))).toEqual(['done completed', 'runs stopped', 'new running'])
})

test('past the bound those that ended longest ago go, never one that runs', () => {
  const { id, acts } = opened()
  kit.says(id, began('runs'))
  for (let n = 0; n < daemonLimits.tasks + 5; n++) {
    kit.clock.advance(1)
    kit.says(id, began(`b${n}`), state(`b${n}`, 'completed'))
  }
  const kept = tasks(acts) ?? []
  expect(kept).toHaveLength(daemonLimits.tasks)
  expect(kept[0]).toBe('runs running')
  expect(kept[1]).toBe('b6 completed')
})

test('a session was shut down for idleness under its running build: reported work keeps it, and its end lets it go', () => {
  const { id, acts } = opened('hello')
  kit.says(id, began('build'))
  acts.answers(1)
  kit.clock.advance(DAY_MS)
  expect(acts.row().ending).toBeNull()
  const refused = kit.core.transact((work) => parkSession(kit.core, work, acts.row()))
  expect(refused).toMatchObject({ ok: false, error: { code: 'busy' } })
  kit.says(id, state('build', 'completed'))
  kit.clock.advance(DAY_MS)
  expect(acts.row().ending).toBe('parked')
})

test('a cancel that is not honoured ended the dev server too: reported work keeps the run, and its end lets it go', () => {
  const { id, acts } = opened('hello')
  kit.says(id, began('server'))
  acts.cancel()
  kit.clock.advance(2 * daemonLimits.silenceMs)
  expect(acts.row().ending).toBeNull()
  expect(eventsOfType(kit, id, 'turn_result')).toEqual([])
  kit.says(id, state('server', 'completed'))
  kit.clock.advance(1)
  expect(eventsOfType(kit, id, 'turn_result')).toMatchObject([{ stopReason: 'cancelled' }])
  expect(acts.row().ending).toBe('config_changed')
})

test('a cancelled turn that began a task leaves the task alone; one that began none is swept', () => {
  const { id, acts } = opened('hello')
  kit.says(id, began('server'))
  kit.asked.length = 0
  acts.cancel()
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'cancelled' } })
  expect(kit.asked.map(({ act }) => act)).not.toContain('sweep')
  kit.clock.advance(1)
  const { seq } = acts.prompt('again')
  acts.cancel()
  kit.says(id, { id: `prompt:${seq}`, result: { stopReason: 'cancelled' } })
  expect(kit.asked.map(({ act }) => act)).toContain('sweep')
})

test('a task is stopped by a request to its agent; what cannot be stopped is refused in words', () => {
  const { id, acts } = opened()
  kit.taken(id)
  const stop = (task: string) => kit.core.transact((work) => stopTask(kit.core, work, acts.row(), task))
  kit.says(id, began('b1'), began('wait', 'monitor', false))
  expect(stop('b1').ok).toBe(true)
  expect(kit.taken(id)).toMatchObject([
    {
      id: 'stop_task:b1',
      method: '_session/async_task/stop',
      params: { sessionId: 'conversation', asyncTaskId: 'b1' },
    },
  ])
  kit.says(id, { id: 'stop_task:b1', result: { stopped: true } })
  expect(tasks(acts)).toEqual(['b1 stopped', 'wait running'])
  const codes = ['b1', 'wait', 'none'].map((task) => {
    const done = stop(task)
    return done.ok ? 'ok' : done.error.code
  })
  expect(codes).toEqual(['already_settled', 'control_refused', 'not_found'])
  kit.says(id, began('b2'))
  stop('b2')
  kit.says(id, { id: 'stop_task:b2', result: { stopped: false } })
  expect(tasks(acts)).toContain('b2 running')
  expect(eventsOfType(kit, id, 'error')).toMatchObject([{ code: 'task_not_stopped' }])
})

test('the new conversation after a clear has no tasks of the old one', () => {
  const { id, acts } = opened('hello')
  kit.says(id, began('b1'), state('b1', 'completed'))
  acts.answers(1)
  acts.clear()
  acts.ends(0)
  acts.opens('another')
  expect(acts.now().tasks).toBeUndefined()
})
