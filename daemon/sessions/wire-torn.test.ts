import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { NewEvent, SessionEvent } from '../../shared/wire/event.ts'
import { readWireLogs } from '../acp/wire-log.ts'
import { createFeed, type Feed } from '../testing/wire-feed.ts'
import { replayLog } from '../testing/wire-replay.ts'
import { mergeText } from './apply.ts'

const SEED = 20_261_130

let homes: TempHome[]
let whole: Feed
let torn: Feed

beforeAll(async () => {
  homes = [await tempHome(), await tempHome()]
  const [one, other] = homes
  whole = createFeed({ home: one?.path ?? '', seed: 1, torn: null })
  torn = createFeed({ home: other?.path ?? '', seed: 2, torn: seededRandom(SEED) })
})

afterAll(async () => {
  whole.close()
  torn.close()
  for (const home of homes) await home.remove()
})

/**
 * A log as it reads: how text was cut into deltas depends on when it came, so deltas of one message are one here, and
 * places and the salt of ask ids are counted anew.
 */
function asRead(feed: Feed, session: string): string {
  const events = feed.kit().events(session)
  const salt = feed.kit().core.sessions.get(session)?.askSalt ?? ''
  const told = mergeText(events.map((event) => ({ kind: 'event', event: unplaced(event) })))
  const places = new Map<number, number>()
  for (const event of events) {
    if (event.type === 'prompt') places.set(event.seq, places.size + 1)
  }
  const text = JSON.stringify(told, (name, value: unknown) => {
    const isPlace = name === 'turn' || name === 'prompt'
    if (name === 'prompts' && Array.isArray(value)) return value.map((one) => places.get(one) ?? one)
    return isPlace && typeof value === 'number' ? places.get(value) : value
  })
  return text.replaceAll(salt, 'salt')
}

function unplaced(event: SessionEvent): NewEvent {
  const { seq: _, at: __, ...rest } = event
  return rest
}

describe('logs cut anywhere, the daemon dying in between, read as if nothing had happened', () => {
  test.each(readWireLogs().map((log) => [log.name, log] as const))('%s', (_, log) => {
    const expected = replayLog(whole, log)
    const found = replayLog(torn, log)
    expect(found.pending).toEqual([])
    expect(found.replies).toEqual(expected.replies)
    expect(found.sessions.map(({ id }) => asRead(torn, id))).toEqual(
      expected.sessions.map(({ id }) => asRead(whole, id)),
    )
    for (const { id } of found.sessions) {
      const seqs = torn
        .kit()
        .events(id)
        .map((event) => event.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    }
  })

  test('it died often enough to mean something', () => {
    expect(torn.deaths()).toBeGreaterThan(100)
  })
})
