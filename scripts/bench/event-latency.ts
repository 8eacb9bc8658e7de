/**
 * From the write of an agent to the event at a client over the loopback port, 50 sessions streaming, against 50 of the
 * same agents read from their pipes, in interleaved windows; all in milliseconds. What else runs on the machine shows
 * in the p99 of three processes long before it shows in that of one: how long the daemon waited for a core is told too.
 * Prints one JSON line. `bun scripts/bench/event-latency.ts [sessions]`
 */
import { loadavg } from 'node:os'
import { at, textOf } from '../../daemon/acp/json.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { now } from './parts/bench-app.ts'
import { type BenchDaemon, openBenchDaemon, readItems } from './parts/bench-daemon.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { cpuOf } from './parts/cpu-time.ts'
import { type DirectAgent, startDirectAgent } from './parts/direct-agent.ts'
import { percentile } from './parts/percentile.ts'
import { stampsIn, type TickerPlan } from './parts/ticker-plan.ts'

const SESSIONS = Number(Bun.argv[2] ?? 50)
const WINDOWS = 5
const PLAN: TickerPlan = { messages: 8, chunks: 25, everyMs: 30 }
/** The turns of a window begin in this time, one after the other. */
const BEGIN_MS = 2_000
const WARM_UP: TickerPlan = { ...PLAN, messages: 2 }
const goal = { first: { p50: 3, p99: 25 }, other: { p50: 3, p99: 25 }, text: { p99: 60 } }

const kinds = ['first', 'other', 'text'] as const
/** How late, in ms: the first text of each message, what is no text, the text after the first. */
type Window = Record<(typeof kinds)[number], number[]>
let window: Window = { first: [], other: [], text: [] }

/** Counts what a reader was told; one of these a reader. */
function lateness(): { text(message: unknown, text: string): void; other(title: string): void } {
  let last: unknown = null
  const note = (kind: keyof Window, stamps: readonly number[]): void => {
    const arrived = now()
    for (const stamp of stamps) window[kind].push(arrived - stamp)
  }
  return {
    text(message, text) {
      const [first, ...more] = stampsIn(text)
      if (first !== undefined) note(message === last ? 'text' : 'first', [first])
      note('text', more)
      last = message
    },
    other: (title) => note('other', stampsIn(title)),
  }
}

const directAgent = (): Promise<DirectAgent> => {
  const late = lateness()
  return startDirectAgent((update) => {
    if (at(update, 'sessionUpdate') === 'tool_call') late.other(textOf(at(update, 'title')) ?? '')
    else late.text(at(update, 'messageId'), textOf(at(update, 'content', 'text')) ?? '')
  })
}

interface Reader {
  turn(plan: TickerPlan): Promise<void>
}

/** A session and its reader. */
async function sessionReader(daemon: BenchDaemon): Promise<Reader> {
  const session = await daemon.idle()
  const late = lateness()
  let end = Promise.withResolvers<void>()
  const take = (event: SessionEvent): void => {
    if (event.type === 'message_delta' && typeof event.text === 'string') late.text(event.message, event.text)
    else if (event.type === 'tool_call') late.other(event.title ?? '')
    else if (event.type === 'turn_result') end.resolve()
  }
  const read = async (response: Response): Promise<void> => {
    for await (const item of readItems(response)) {
      if (item.type === 'event') take(item.event)
      else if (item.type === 'page') for (const event of item.events) take(event)
    }
    end.reject(new TypeError('the stream ended in a turn')) // after a turn it says nothing to anybody
  }
  void read(await daemon.ask(`/v1/sessions/${session}/events?tail=0`))
  return {
    async turn(plan) {
      end = Promise.withResolvers()
      await daemon.begin(plan, session)
      await end.promise
    },
  }
}

async function measure(readers: readonly Reader[], plan: TickerPlan): Promise<Window> {
  window = { first: [], other: [], text: [] }
  const turns = readers.map(async (reader, place) => {
    await Bun.sleep((place * BEGIN_MS) / readers.length)
    await reader.turn(plan)
  })
  await Promise.all(turns)
  return window
}

const linesOf = (one: Window): number => kinds.reduce((sum, kind) => sum + one[kind].length, 0)

const daemon = await openBenchDaemon()
const direct: DirectAgent[] = []
const windows = { direct: [] as Window[], daemon: [] as Window[] }
/** Of the daemon, microseconds a line: on a core, and ready for one. */
const spent = { ran: [] as number[], waited: [] as number[] }
try {
  const sessions: Reader[] = []
  for (let n = 0; n < SESSIONS; n++) {
    direct.push(await directAgent())
    sessions.push(await sessionReader(daemon))
  }
  for (const readers of [direct, sessions]) await measure(readers, WARM_UP)
  for (let n = 0; n < WINDOWS; n++) {
    windows.direct.push(await measure(direct, PLAN))
    const before = cpuOf(daemon.machine.rig.pid)
    const late = await measure(sessions, PLAN)
    const after = cpuOf(daemon.machine.rig.pid)
    for (const what of ['ran', 'waited'] as const) {
      spent[what].push((after[what] - before[what]) / 1000 / linesOf(late))
    }
    windows.daemon.push(late)
  }
} finally {
  for (const agent of direct) await agent.stop()
  await daemon.machine.end()
}

const typical = (way: readonly Window[], kind: keyof Window, share: number): number =>
  median(way.map((one) => percentile(one[kind], share)))
const figures = (kind: keyof Window, share: number): Record<string, number> => {
  const [base, late] = [typical(windows.direct, kind, share), typical(windows.daemon, kind, share)]
  return { direct: rounded(base), daemon: rounded(late), added: rounded(late - base) }
}
console.log(
  JSON.stringify({
    bench: 'event-latency',
    sessions: SESSIONS,
    lines: windows.daemon.map(linesOf),
    daemonLine_us: { ran: rounded(median(spent.ran)), waited: rounded(median(spent.waited)) },
    load: loadavg().map(rounded),
    ...Object.fromEntries(kinds.map((kind) => [kind, { p50: figures(kind, 0.5), p99: figures(kind, 0.99) }])),
    goal,
  }),
)
process.exit(0)
