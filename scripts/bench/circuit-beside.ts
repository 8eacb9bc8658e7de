/**
 * A large download beside an event stream in one circuit: how late the events come, against the same stream alone, and
 * what the relay and the machine weigh meanwhile. Prints one JSON line. `bun scripts/bench/circuit-beside.ts [MiB]`
 */
import { readFileSync } from 'node:fs'
import { drain, now } from './parts/bench-app.ts'
import { openCircuitPath } from './parts/circuit-path.ts'
import { median, rounded } from './parts/circuit-paths.ts'

const SIZE = Number(Bun.argv[2] ?? 1024)
const ALONE_MS = 5_000
const RSS_EVERY_MS = 50

interface Late {
  p50: number
  p99: number
  most: number
  events: number
}

/** Reads events until `over` settles: how many ms each was on its way. */
async function lateness(ask: typeof fetch, over: Promise<unknown>): Promise<Late> {
  const abort = new AbortController()
  const late: number[] = []
  const { body } = await ask('http://machine/events', {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  })
  void over.then(() => abort.abort())
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body ?? []) {
      const arrived = now()
      for (const line of decoder.decode(bytes).trim().split('\n')) late.push(arrived - Number(line))
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error // it was read for as long as it was meant to be
  }
  late.sort((x, y) => x - y)
  const p99 = late[Math.floor(late.length * 0.99)] ?? 0
  return {
    p50: rounded(median(late)),
    p99: rounded(p99),
    most: rounded(late.at(-1) ?? 0),
    events: late.length,
  }
}

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const { ask, machine, relay, stop } = await openCircuitPath()
const alone = await lateness(ask, Bun.sleep(ALONE_MS))
const most = { device: 0, machine: 0, relay: 0 }
const weigh = setInterval(() => {
  most.device = Math.max(most.device, rssMb(process.pid))
  most.machine = Math.max(most.machine, rssMb(machine))
  most.relay = Math.max(most.relay, rssMb(relay))
}, RSS_EVERY_MS)
const from = performance.now()
const download = ask(`http://machine/bulk?MiB=${SIZE}`).then(({ body }) => drain(body))
const beside = await lateness(ask, download)
const seconds = (performance.now() - from) / 1000
clearInterval(weigh)
await stop()
console.log(
  JSON.stringify({
    bench: 'circuit-beside',
    MiB: SIZE,
    bytes: await download,
    MBs: rounded((SIZE * 1024 * 1024) / 1e6 / seconds),
    alone,
    beside,
    mostRssMb: { device: rounded(most.device), machine: rounded(most.machine), relay: rounded(most.relay) },
  }),
)
process.exit(0)
