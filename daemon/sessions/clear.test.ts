import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { eventsOfType, openSession, spawn, type TestCore, testCore, update } from '../testing/core.ts'
import { actsOn, type SessionActs } from '../testing/session-acts.ts'
import { changeControl } from './change.ts'
import { runEnded } from './end-run.ts'
import { parkSession } from './parking.ts'

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

/** A session that had one whole turn. */
function used(agent = 'demo'): { id: string; acts: SessionActs } {
  const id = openSession(kit, { agent, text: 'remember the word' })
  const acts = actsOn(kit, id)
  kit.says(id, update({ sessionUpdate: 'usage_update', used: 5, size: 10 }))
  acts.answers(1)
  kit.taken(id)
  return { id, acts }
}
const code = (result: ReturnType<SessionActs['clear']>) => (result.ok ? 'ok' : result.error.code)
const clearErrors = (id: string) =>
  eventsOfType(kit, id, 'error').filter((event) => event.code === 'clear_failed')

test('a clear opens a new conversation in a new run, and the log says where the old one ends', () => {
  const { id, acts } = used()
  expect(code(acts.clear())).toBe('ok')
  expect(acts.now()).toMatchObject({ clearing: true, conversation: 'conversation' })
  acts.ends(0)
  acts.opens('another')
  expect(acts.now()).toMatchObject({ status: 'idle', conversation: 'another', context: null })
  expect(acts.now().clearing).toBeUndefined()
  expect(eventsOfType(kit, id, 'context_cleared')).toHaveLength(1)
  expect(acts.prompt('what was the word?').landed).toBe('started')
})

test('everything else that would reach the agent is busy while a conversation is being cleared; stop is not', () => {
  const { id, acts } = used()
  acts.clear()
  const { core } = kit
  const codes = [
    acts.tryPrompt('now?'),
    acts.clear(),
    acts.resume(),
    core.transact((work) => parkSession(core, work, acts.row())),
  ].map((result) => (result.ok ? 'ok' : result.error.code))
  expect(codes).toEqual(['busy', 'busy', 'busy', 'busy'])
  acts.ends(0)
  spawn(kit, id)
  expect(acts.tryPrompt('now?')).toMatchObject({ ok: false, error: { code: 'busy' } })
  acts.stop()
  acts.ends(0)
  expect(acts.now()).toMatchObject({ status: 'exited', reason: 'stopped', conversation: 'conversation' })
  expect(acts.now().clearing).toBeUndefined()
  expect(clearErrors(id)).toMatchObject([{ message: 'the conversation was not cleared: it was stopped' }])
})

test('a clear is refused during a turn, an ask, unprompted work and a background task, and while a message waits', () => {
  const { id, acts } = used('claude')
  const { seq } = acts.prompt('go on')
  expect(code(acts.clear())).toBe('busy')
  acts.answers(seq)
  const task = { sessionUpdate: 'async_task_spawned', asyncTaskId: 't', name: 'serve', canStop: true }
  kit.says(id, update(task))
  expect(code(acts.clear())).toBe('busy')
  kit.says(id, update({ sessionUpdate: 'async_task_state_update', asyncTaskId: 't', state: 'completed' }))
  acts.words('by the way')
  expect(code(acts.clear())).toBe('busy')
  kit.says(
    id,
    update({
      sessionUpdate: 'usage_update',
      used: 1,
      size: 2,
      _meta: { '_claude/origin': { kind: 'peer' } },
    }),
  )
  kit.says(id, {
    id: 3,
    method: 'session/request_permission',
    params: {
      sessionId: 'conversation',
      toolCall: { toolCallId: 'c' },
      options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }],
    },
  })
  expect(code(acts.clear())).toBe('busy')
})

test('a new conversation that cannot be opened leaves the old one, which is opened again, and says so', () => {
  const { id, acts } = used()
  acts.clear()
  acts.ends(0)
  spawn(kit, id)
  kit.says(id, { id: 'initialize', error: { code: -32603, message: 'not today' } })
  acts.ends(1)
  expect(clearErrors(id)).toMatchObject([{ message: 'the conversation was not cleared: not today' }])
  expect(acts.now()).toMatchObject({ status: 'starting', conversation: 'conversation' })
  acts.opens()
  expect(acts.now()).toMatchObject({ status: 'idle', conversation: 'conversation' })
  expect(eventsOfType(kit, id, 'context_cleared')).toEqual([])
})

test('an old conversation that cannot be opened again either is left with its reason, once', () => {
  const { id, acts } = used()
  acts.clear()
  acts.ends(0)
  for (let n = 0; n < 2; n++) {
    spawn(kit, id)
    kit.says(id, { id: 'initialize', error: { code: -32603, message: 'not today' } })
    acts.ends(1)
  }
  expect(acts.now()).toMatchObject({ status: 'interrupted', reason: 'config_changed', detail: 'not today' })
  expect(clearErrors(id)).toHaveLength(1)
})

test('a session without an agent is cleared by the agent that comes for it; what fails puts its reason back', () => {
  const { id, acts } = used()
  const { core } = kit
  core.transact((work) => parkSession(core, work, acts.row()))
  acts.ends(0)
  acts.clear()
  spawn(kit, id)
  kit.says(id, { id: 'initialize', error: { code: -32603, message: 'not today' } })
  acts.ends(1)
  expect(acts.now()).toMatchObject({ status: 'parked', reason: 'parked', conversation: 'conversation' })
  acts.clear()
  acts.opens('another')
  expect(acts.now()).toMatchObject({ status: 'idle', conversation: 'another' })
})

test('a clear whose keeper is lost is finished by the next run, whoever begins it', () => {
  const { id, acts } = used()
  acts.clear()
  acts.ends(0)
  spawn(kit, id)
  const run = kit.core.runs.get(acts.row().run ?? '')
  if (run) kit.core.transact((work) => runEnded(kit.core, work, run, { kind: 'lost' }))
  expect(acts.now()).toMatchObject({ status: 'interrupted', clearing: true, conversation: 'conversation' })
  expect(acts.prompt('and then').landed).toBe('queued')
  acts.opens('another')
  expect(acts.now()).toMatchObject({ conversation: 'another', turn: acts.row().lastSeq - 3 })
})

test('a cleared conversation that was never written to was resumed and could not be found: it is opened anew', () => {
  const { acts } = used()
  acts.clear()
  acts.ends(0)
  acts.opens('another')
  acts.stop()
  acts.ends(0)
  acts.resume()
  expect(kit.core.runs.get(acts.row().run ?? '')?.opening).toBe('new')
  acts.opens('a third')
  const { seq } = acts.prompt('now there is something')
  acts.answers(seq)
  acts.stop()
  acts.ends(0)
  acts.resume()
  expect(kit.core.runs.get(acts.row().run ?? '')?.opening).toBe('open')
})

test('a mode that was chosen in the window of a clear was lost to the clear: it is refused meanwhile', () => {
  const { id, acts } = used()
  const controls = [
    {
      id: 'mode',
      name: 'Mode',
      kind: 'select' as const,
      source: 'mode' as const,
      value: 'a',
      choices: [
        { value: 'a', name: 'A' },
        { value: 'b', name: 'B' },
      ],
    },
  ]
  kit.core.transact(() => kit.core.sessions.setControls(id, controls))
  acts.clear()
  const done = kit.core.transact((work) => changeControl(kit.core, work, acts.row(), 'mode', 'b'))
  expect(done).toMatchObject({ ok: false, error: { code: 'busy' } })
})
