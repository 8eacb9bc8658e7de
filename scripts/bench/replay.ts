/**
 * A session's log from disk to a client over the loopback port, against reading the same rows straight from the
 * database, and the last 200 events of it against one small request, in interleaved windows. Prints one JSON line.
 * `bun scripts/bench/replay.ts [events]`
 */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openDatabase } from '../../daemon/db/open.ts'
import { createEventStore } from '../../daemon/events/store.ts'
import { createSessionStore } from '../../daemon/sessions/store.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { type BenchDaemon, openBenchDaemon, readItems } from './parts/bench-daemon.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { logEvent } from './parts/log-event.ts'
import { percentile } from './parts/percentile.ts'

const EVENTS = Number(Bun.argv[2] ?? 100_000)
const SESSION = 's_replay'
const WINDOWS = 7
const TAIL = 200
const TAILS = 40
const goal = { ofRawRead: 0.25, tail_p50_ms: 15 }

/** A session that ended, so that nobody brings it back, with a log as agents leave them. */
function fill(path: string): void {
  const opened = openDatabase(path)
  if (opened.kind !== 'opened') throw new TypeError(opened.message)
  const { db } = opened
  const sessions = createSessionStore(db)
  const { insert } = createEventStore(db)
  db.transaction(() => {
    const about = { nickname: 'replay', title: 'Replay', titleBy: 'person', agent: 'demo' } as const
    sessions.insert({ ...about, id: SESSION, cwd: '/', askSalt: 'salt', now: 1 })
    sessions.exited(SESSION, { reason: 'stopped', detail: null, unconfirmed: false })
    for (let seq = 1; seq <= EVENTS; seq++) insert({ session: SESSION, seq, at: seq, ...logEvent(seq) })
    db.query('UPDATE sessions SET last_seq = ? WHERE id = ?').run(EVENTS, SESSION)
  })()
  db.close()
}

const timed = async (read: () => number | Promise<number>, wanted: number): Promise<number> => {
  const began = performance.now()
  const count = await read()
  const took = performance.now() - began
  if (count !== wanted) throw new RangeError(`${count} events instead of ${wanted}`)
  return took
}

function rawRead(db: Database): number {
  const rows = db.query('SELECT seq, at, type, turn, body FROM events WHERE session = ? ORDER BY seq')
  return rows.all(SESSION).length
}

/** Events of the log until its end; then the stream is left. */
async function replay({ ask }: BenchDaemon, from: string): Promise<number> {
  const abort = new AbortController()
  let count = 0
  for await (const item of readItems(
    await ask(`/v1/sessions/${SESSION}/events?${from}`, { signal: abort.signal }),
  )) {
    if (item.type !== 'page') continue
    count += item.events.length
    if (!item.more) break
  }
  abort.abort()
  return count
}

const small = async ({ ask }: BenchDaemon): Promise<number> =>
  (await (await ask('/v1/status')).text()).length > 0 ? 1 : 0

const home = await tempHome()
const path = join(home.path, 'daemon.db')
fill(path)
const daemon = await openBenchDaemon(home)
const raw: number[] = []
const replayed: number[] = []
const tails: number[] = []
const requests: number[] = []
using db = new Database(path, { readonly: true })
try {
  for (let n = 0; n <= WINDOWS; n++) {
    const window = {
      raw: await timed(() => rawRead(db), EVENTS),
      replayed: await timed(() => replay(daemon, 'after=0'), EVENTS),
    }
    if (n === 0) continue // warm-up
    raw.push(window.raw)
    replayed.push(window.replayed)
    for (let tail = 0; tail < TAILS; tail++) {
      tails.push(await timed(() => replay(daemon, `tail=${TAIL}`), TAIL))
      requests.push(await timed(() => small(daemon), 1))
    }
  }
} finally {
  await daemon.machine.end()
}
console.log(
  JSON.stringify({
    bench: 'replay',
    events: EVENTS,
    raw_ms: rounded(median(raw)),
    replay_ms: rounded(median(replayed)),
    ratios: { ofRawRead: rounded(median(raw) / median(replayed)) },
    tail: {
      events: TAIL,
      p50_ms: rounded(median(tails)),
      p99_ms: rounded(percentile(tails, 0.99)),
      request_p50_ms: rounded(median(requests)),
    },
    goal,
  }),
)
process.exit(0)
