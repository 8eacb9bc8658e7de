import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { createEventStore, type EventStore } from './store.ts'

let home: TempHome
let kit: TestCore
let events: EventStore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  events = createEventStore(kit.db)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const append = (session: string, text: string): number =>
  kit.core.transact((work) => kit.core.log.append(work, session, { type: 'message_delta', text }))

const step = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    session: fc.nat(1),
    text: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({ kind: fc.constant('read' as const), reader: fc.nat(3), limit: fc.integer({ min: 1, max: 4 }) }),
  // A reader that is cut, and comes back to what it had seen for sure.
  fc.record({ kind: fc.constant('cut' as const), reader: fc.nat(3), back: fc.nat(3) }),
)

interface Reader {
  session: number
  seen: { seq: number; json: string }[]
}

test('however reads and appends interleave, every reader sees each event once, in order, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const sessions = [spawnedSession(kit), spawnedSession(kit)]
      const readers: Reader[] = [0, 1, 0, 1].map((session) => ({ session, seen: [] }))
      const read = (reader: Reader, limit: number): number => {
        const rows = events.after(sessions[reader.session] ?? '', reader.seen.at(-1)?.seq ?? 0, limit)
        reader.seen.push(...rows)
        return rows.length
      }
      const written: string[][] = [[], []]
      for (const one of steps) {
        if (one.kind === 'append') {
          append(sessions[one.session] ?? '', one.text)
          written[one.session]?.push(one.text)
          continue
        }
        const reader = readers[one.reader]
        if (!reader) continue
        if (one.kind === 'read') read(reader, one.limit)
        else reader.seen.splice(Math.max(0, reader.seen.length - one.back))
      }
      for (const reader of readers) {
        while (read(reader, 3) > 0) {}
        const whole = events.after(sessions[reader.session] ?? '', 0, -1)
        expect(reader.seen).toEqual(whole)
        expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1))
        expect(whole.map(({ json }) => JSON.parse(json).text)).toEqual(written[reader.session] ?? [])
      }
    }),
    { numRuns: 100, seed: 13 },
  )
})

test('an event without fields of its own, and one with a turn, are whole JSON', () => {
  const session = spawnedSession(kit)
  events.insert({ session, seq: 1, at: 7, type: 'context_cleared', turn: null, body: '{}' })
  events.insert({ session, seq: 2, at: 8, type: 'plan', turn: 1, body: '{"entries":[]}' })
  expect(events.after(session, 0, 10).map(({ json }) => json)).toEqual([
    '{"seq":1,"at":7,"type":"context_cleared"}',
    '{"seq":2,"at":8,"type":"plan","turn":1,"entries":[]}',
  ])
  expect(events.list(session)).toMatchObject([{ seq: 1 }, { seq: 2, turn: 1, entries: [] }])
})

test('a place in a log is taken once', () => {
  const session = spawnedSession(kit)
  const row = { session, seq: 1, at: 1, type: 'plan', turn: null, body: '{}' }
  events.insert(row)
  expect(() => events.insert(row)).toThrow('UNIQUE')
})
