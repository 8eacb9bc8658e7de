import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import type { SessionStore } from './store.ts'

let home: TempHome
let kit: TestCore
let sessions: SessionStore
let made = 0

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  sessions = kit.core.sessions
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

function add(now = 1): string {
  const id = `s_${++made}`
  const names = { nickname: `name-${made}`, title: 'T', titleBy: 'nickname' } as const
  sessions.insert({ id, ...names, agent: 'demo', cwd: '/', askSalt: 'salt', now })
  return id
}

test('a session is found by its id and by its nickname, and a nickname is there once', () => {
  const id = add()
  expect(sessions.find(id)?.id).toBe(id)
  expect(sessions.find(`name-${made}`)?.id).toBe(id)
  expect(sessions.find('nobody')).toBeNull()
  expect(() =>
    sessions.insert({
      id: 's_other',
      nickname: `name-${made}`,
      title: 'T',
      titleBy: 'person',
      agent: 'demo',
      cwd: '/',
      askSalt: 'salt',
      now: 1,
    }),
  ).toThrow('UNIQUE')
})

test('places in a log and numbers of asks are counted a session, without a gap', () => {
  const [one, other] = [add(), add()]
  const [first, second] = [sessions.nextSeq(one, 5), sessions.nextSeq(one, 6)]
  expect([first.seq, second.seq, sessions.nextSeq(other, 7).seq]).toEqual([1, 2, 1])
  expect([sessions.nextAsk(one), sessions.nextAsk(one), sessions.nextAsk(other)]).toEqual([1, 2, 1])
  expect(sessions.get(one)).toMatchObject({ lastSeq: 2, updatedAt: 6 })
  expect(() => sessions.nextSeq('s_none', 1)).toThrow('no session')
})

test('the list begins with what was used last', () => {
  const [old, recent] = [add(100), add(100)]
  sessions.nextSeq(old, 2_000)
  sessions.nextSeq(recent, 3_000)
  expect(
    sessions
      .list()
      .slice(0, 2)
      .map((row) => row.id),
  ).toEqual([recent, old])
})

test('a run that begins keeps the exit it comes back from until its conversation is open', () => {
  const id = add()
  sessions.exited(id, { reason: 'daemon_shutdown', detail: 'why', unconfirmed: true })
  sessions.beginRun(id, 'r_1')
  const begun = { run: 'r_1', ending: null, exitReason: null, exitUnconfirmed: false }
  expect(sessions.get(id)).toMatchObject({ ...begun, resumedFrom: 'daemon_shutdown', exitDetail: null })
  sessions.opened(id)
  expect(sessions.get(id)).toMatchObject({ resumedFrom: null, exitDetail: null })
})

test('a resume that is replaced keeps the first exit', () => {
  const id = add()
  sessions.exited(id, { reason: 'daemon_restarted', detail: null, unconfirmed: false })
  sessions.beginRun(id, 'r_1')
  sessions.beginRun(id, 'r_2')
  expect(sessions.get(id)?.resumedFrom).toBe('daemon_restarted')
})

test('the words of an end are not lost when a later one has none', () => {
  const id = add()
  sessions.setEnding(id, 'agent_broken', 'words')
  sessions.setEnding(id, 'stopped', null)
  expect(sessions.get(id)).toMatchObject({ ending: 'stopped', exitDetail: 'words' })
})

test('what an agent published comes back as it was', () => {
  const id = add()
  const controls = [
    { id: 'fast', source: 'config', kind: 'boolean', name: 'Fast', value: true },
  ] as const satisfies Parameters<SessionStore['setControls']>[1]
  sessions.setControls(id, [...controls])
  sessions.setCommands(id, [{ name: 'plan', description: 'Plans', hint: 'what' }])
  sessions.setContext(id, { used: 1, cost: { amount: 0.5, currency: 'USD' } })
  expect(sessions.get(id)).toMatchObject({
    controls: [...controls],
    commands: [{ name: 'plan', description: 'Plans', hint: 'what' }],
    context: { used: 1, cost: { amount: 0.5, currency: 'USD' } },
  })
})

test('a deleted session takes its rows along, the record of its asks stays', () => {
  const id = add()
  kit.core.transact((work) => kit.core.log.append(work, id, { type: 'prompt', text: 'x' }))
  kit.core.turns.addPrompt({ session: id, seq: 1, at: 1, text: 'x', state: 'queued' })
  kit.core.runs.insert({ id: 'r_gone', session: id, opening: 'new', now: 1 })
  kit.core.runs.addLine('r_gone', 'line')
  kit.db.run(`INSERT INTO ask_records VALUES (1, '${id}', 'a', '{}', '', '')`)
  sessions.delete(id)
  const left = (table: string): number => {
    const column = table === 'agent_outbox' ? 'run' : 'session'
    const value = table === 'agent_outbox' ? 'r_gone' : id
    return kit.db.query(`SELECT 1 FROM ${table} WHERE ${column} = ?`).all(value).length
  }
  expect(['events', 'prompts', 'runs', 'agent_outbox'].map(left)).toEqual([0, 0, 0, 0])
  expect(left('ask_records')).toBe(1)
})
