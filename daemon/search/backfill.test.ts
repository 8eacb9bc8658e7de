import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { NewEvent } from '../../shared/wire/event.ts'
import { createBlobs } from '../events/blobs.ts'
import { createEventStore } from '../events/store.ts'
import { openSession, spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { backfillStep } from './backfill.ts'
import { createMessageStore } from './message-store.ts'
import { createMessages } from './messages.ts'
import { createUnreadStore } from './unread-store.ts'
import { fromWords } from './words.ts'

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

/** A log with everything that may be beside a message in it. */
function write(session: string, count: number): void {
  const say = (event: NewEvent): void =>
    void kit.core.transact((work) => kit.core.log.append(work, session, event))
  for (let n = 0; n < count; n++) {
    kit.clock.advance(10)
    say({ type: 'prompt', text: `question ${n} 问题` })
    say({ type: 'prompt_delivered', prompt: n })
    for (let piece = 0; piece < n % 5; piece++) {
      say({ type: 'message_delta', text: `piece ${piece} `, message: `m${n}` })
      if (piece === 1) say({ type: 'prompt', text: `beside ${n}` })
      if (piece === 2) say({ type: 'usage', used: 1 })
    }
    say({ type: 'message_delta', text: `answer ${n}` })
    say({ type: 'tool_call', toolCall: `t${n}`, status: 'completed' })
  }
  say({ type: 'message_delta', text: 'x'.repeat(200_000) })
  say({ type: 'turn_result', prompts: [1], stopReason: 'end_turn' })
}

const messages = (): string[] =>
  kit.db
    .query<{ text: string; seq: number; role: string; session: string }, []>(
      `SELECT session, seq, role, text FROM messages WHERE role <> 'title' ORDER BY session, seq, text`,
    )
    .all()
    .map((row) => `${row.session} ${row.seq} ${row.role} ${fromWords(row.text)}`)

/** As a database from before the index: the logs are there, and nothing of them in it. */
function forget(): void {
  kit.db.run('DELETE FROM messages')
  kit.db.run('UPDATE sessions SET text_from = NULL')
  kit.db.run('INSERT INTO unread_logs SELECT id, 0, last_seq FROM sessions')
}

function step(backfillEvents: number): boolean {
  const events = createEventStore(kit.db)
  const store = createMessageStore(kit.db)
  const blobs = createBlobs(join(home.path, 'blobs'))
  return backfillStep({
    transact: kit.core.transact,
    unread: createUnreadStore(kit.db),
    events,
    sessions: kit.core.sessions,
    store,
    messages: createMessages({ store, events, blobs }),
    limits: { backfillEvents, backfillBytes: 100_000 },
  })
}

test('old logs come into the index as if they had been read as they were written, however often it is ended', () => {
  for (const session of [openSession(kit), openSession(kit)]) write(session, 30)
  const live = messages()
  expect(live.length).toBeGreaterThan(100)
  for (const atOnce of [7, 11, 1_000]) {
    forget()
    let steps = 0
    // Each step begins with what the rows say, as after a kill.
    while (step(atOnce)) steps++
    expect(messages()).toEqual(live)
    expect(steps).toBeGreaterThan(1)
    expect(kit.db.query('SELECT 1 FROM unread_logs').all()).toEqual([])
  }
  const titles = kit.db.query(`SELECT 1 FROM messages WHERE role = 'title'`).all()
  expect(titles).toHaveLength(2)
})

test('old messages are older than what was said since', () => {
  const session = openSession(kit)
  write(session, 3)
  forget()
  kit.clock.advance(1_000)
  kit.core.transact((work) => kit.core.log.append(work, session, { type: 'prompt', text: 'question now' }))
  while (step(10)) {}
  const found = createMessageStore(kit.db).find('question', Number.MAX_SAFE_INTEGER, 10)
  expect(found.map(({ marked }) => fromWords(marked).replace(/[\u0002\u0003]/g, ''))).toEqual([
    'question now',
    'question 2 问题',
    'question 1 问题',
    'question 0 问题',
  ])
})

test('a session without a log is done', () => {
  spawnedSession(kit)
  forget()
  expect([step(10), step(10)]).toEqual([true, false])
})
