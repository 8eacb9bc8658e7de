/**
 * One session watched by 200 viewers, by 20 and by none but the bench itself, in interleaved windows: what each viewer
 * adds to the daemon's CPU time, an event. `ratios.net` leaves out what an event costs without them, which 200 share
 * among more; `ratios.gross` does not. Prints one JSON line. `bun scripts/bench/fan-out.ts`
 */
import type { StreamItem } from '../../shared/wire/stream.ts'
import { openBenchDaemon, readItems } from './parts/bench-daemon.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { cpuOf } from './parts/cpu-time.ts'
import type { TickerPlan } from './parts/ticker-plan.ts'

const WINDOWS = 7
const CROWDS = [0, 20, 200] as const
/** Events that are no text, so that none is joined to another: every viewer is sent each by itself. */
const PLAN: TickerPlan = { messages: 100, chunks: 0, everyMs: 40 }
const goal = { ratio: [0.8, 1.2] }

const daemon = await openBenchDaemon()
const { machine } = daemon
const session = await daemon.idle()

interface Viewer {
  /** Events until the end of a turn that begins now, that one included. */
  turn(): Promise<number>
  leave(): void
}

async function view(): Promise<Viewer> {
  const abort = new AbortController()
  const items = readItems(await daemon.ask(`/v1/sessions/${session}/events?tail=0`, { signal: abort.signal }))
  const next = async (): Promise<StreamItem> => {
    const { done, value } = await items.next()
    if (done) throw new TypeError('the stream ended')
    return value
  }
  while ((await next()).type !== 'page') {} // hello, and that nothing is missed
  return {
    async turn() {
      for (let count = 1; ; ) {
        const item = await next()
        if (item.type !== 'event') continue
        if (item.event.type === 'turn_result') return count
        count++
      }
    },
    leave: () => abort.abort(),
  }
}

/** The daemon's CPU time, in ns, while the session has a turn; the events of it. */
async function measure(viewers: readonly Viewer[]): Promise<{ cpu: number; events: number }> {
  const before = cpuOf(machine.rig.pid).ran
  const turns = viewers.map((viewer) => viewer.turn())
  await daemon.begin(PLAN, session)
  const counts = await Promise.all(turns)
  const [events = 0] = counts
  if (counts.some((count) => count !== events)) throw new RangeError('viewers saw different events')
  return { cpu: cpuOf(machine.rig.pid).ran - before, events }
}

/** Microseconds an event, by how many viewers there are beside the first. */
const spent: Record<(typeof CROWDS)[number], number[]> = { 0: [], 20: [], 200: [] }
try {
  const first = await view()
  for (let n = 0; n <= WINDOWS; n++) {
    for (const crowd of CROWDS) {
      const viewers: Viewer[] = [first]
      for (let more = 0; more < crowd; more++) viewers.push(await view())
      const { cpu, events } = await measure(viewers)
      if (n > 0) spent[crowd].push(cpu / 1000 / events) // the first round warms up
      for (const viewer of viewers.slice(1)) viewer.leave()
    }
  }
} finally {
  await machine.end()
}

const alone = median(spent[0])
const net = (crowd: 20 | 200): number => (median(spent[crowd]) - alone) / crowd
const gross = (crowd: 20 | 200): number => median(spent[crowd]) / (crowd + 1)
console.log(
  JSON.stringify({
    bench: 'fan-out',
    windows: WINDOWS,
    eventAlone_us: rounded(alone),
    viewerEvent_us: {
      net20: rounded(net(20)),
      net200: rounded(net(200)),
      gross20: rounded(gross(20)),
      gross200: rounded(gross(200)),
    },
    ratios: { net: rounded(net(200) / net(20)), gross: rounded(gross(200) / gross(20)) },
    goal,
  }),
)
process.exit(0)
