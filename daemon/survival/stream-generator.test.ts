import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { inputs } from '../../shared/testing/suite-size.ts'
import type { Session } from '../../shared/wire/session.ts'
import { sessionsAndRuns } from '../db/migrations/0001-sessions-and-runs.ts'
import { createHub } from '../events/hub.ts'
import { sessionStream } from '../events/session-stream.ts'
import { createEventStore } from '../events/store.ts'
import { type Kept, keep } from './testing/raw-events.ts'

const SESSION = 's_one'
const REQUEST = new AbortController().signal

/** What happens to a log and its reader, step by step. */
const step = fc.oneof(
  fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 700 }) }),
  fc.record({ do: fc.constant('read' as const), count: fc.integer({ min: 1, max: 6 }) }),
  // `parked`: it waits for what is not there yet when it is cut.
  fc.record({ do: fc.constant('cut' as const), parked: fc.boolean() }),
)

test('any cut and any reconnect give the same log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 24 }),
      fc.string({ unit: 'grapheme' }),
      async (steps, text) => {
        const log = memoryLog(text)
        const kept: Kept = { pieces: [], last: 0 }
        let reader = log.open(kept.last)
        for (const one of steps) {
          if (one.do === 'append') log.append(one.count)
          else if (one.do === 'read') await reader.read(kept, one.count)
          else {
            await reader.cut(one.parked && kept.last === log.last())
            reader = log.open(kept.last)
          }
        }
        await reader.read(kept, Number.POSITIVE_INFINITY)
        await reader.cut(false)
        expect(kept.pieces.join(',')).toBe(log.whole())
        log.close()
      },
    ),
    { numRuns: inputs(60, 2_000) },
  )
}, 60_000)

function memoryLog(text: string) {
  const db = new Database(':memory:', { strict: true })
  db.run(sessionsAndRuns)
  const insertSession = `INSERT INTO sessions (id, nickname, title, title_by, agent, cwd, created_at, updated_at, ask_salt)
    VALUES (?, 'one', 'one', 'person', 'demo', '/', 0, 0, 'salt')`
  db.query(insertSession).run(SESSION)
  const events = createEventStore(db)
  const hub = createHub()
  const clock = fakeClock()
  let last = 0
  const snapshot = (): Session => ({
    id: SESSION,
    nickname: 'one',
    title: 'one',
    agent: 'demo',
    cwd: '/',
    status: last % 2 === 0 ? 'idle' : 'running',
    conversation: null,
    createdAt: 0,
    updatedAt: 0,
    pinned: false,
    lastSeq: last,
    turn: null,
    cancelRequestedAt: null,
    queue: [],
    asks: [],
    controls: [],
    commands: [],
    context: null,
  })
  return {
    last: () => last,
    whole: () =>
      events
        .after(SESSION, 0, -1)
        .map((row) => row.json)
        .join(','),
    close: () => db.close(),
    append(count: number): void {
      db.transaction(() => {
        for (let n = 0; n < count; n++) {
          const body = JSON.stringify({ text: `${text}${last}` })
          events.insert({ session: SESSION, seq: ++last, at: last, type: 'message_delta', turn: null, body })
        }
      })()
      hub.notify([SESSION])
    },
    open(after: number) {
      const abort = new AbortController()
      const deps = { events, hub, clock, snapshot, closing: REQUEST }
      const stream = sessionStream(deps, SESSION, { after }, abort.signal)
      return {
        /** Takes items while there is something to take. */
        async read(kept: Kept, count: number): Promise<void> {
          for (let n = 0; n < count && kept.last < last; n++) {
            const item = await stream.next()
            if (item.done) throw new Error('the stream ended')
            const sent = item.value.toSSE()
            keep(kept, sent.slice(sent.indexOf('data: ') + 'data: '.length, -2))
          }
        },
        async cut(parked: boolean): Promise<void> {
          const waiting = parked ? drain(stream) : null
          abort.abort()
          await waiting
          await stream.return()
        },
      }
    },
  }
}

/** Reads until the end, as a connection does whose other side is gone. */
async function drain(stream: AsyncGenerator<unknown, void>): Promise<void> {
  for await (const _ of stream);
}
