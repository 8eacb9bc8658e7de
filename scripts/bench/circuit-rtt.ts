/**
 * A request of 200 bytes through relay and Noise, alone and 32 in flight, against the machine's loopback port and
 * OpenSSH's `ssh -R`, in interleaved windows. Prints one JSON line. `bun scripts/bench/circuit-rtt.ts`
 */
import { median, openPaths, type Path, rounded } from './parts/circuit-paths.ts'

const ROUNDS = 5
const ALONE = 1_000
const TOGETHER = 6_400
const IN_FLIGHT = 32
const WARM_UP = 1_000

interface Figures {
  /** Milliseconds. */
  p50: number
  p99: number
  perSecond: number
}

const small = async ({ ask, base }: Path): Promise<void> => {
  await (await ask(`${base}/small`)).text()
}

async function measure(path: Path): Promise<Figures> {
  const took: number[] = []
  for (let n = 0; n < ALONE; n++) {
    const from = performance.now()
    await small(path)
    took.push(performance.now() - from)
  }
  const from = performance.now()
  const one = async (): Promise<void> => {
    for (let n = 0; n < TOGETHER / IN_FLIGHT; n++) await small(path)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  const perSecond = TOGETHER / ((performance.now() - from) / 1000)
  took.sort((x, y) => x - y)
  return { p50: median(took), p99: took[Math.floor(took.length * 0.99)] ?? 0, perSecond }
}

const paths = await openPaths()
const names = ['loopback', 'ssh', 'circuit'] as const
const windows = { loopback: [] as Figures[], ssh: [] as Figures[], circuit: [] as Figures[] }
for (const name of names) for (let n = 0; n < WARM_UP; n++) await small(paths[name])
for (let n = 0; n < ROUNDS; n++) for (const name of names) windows[name].push(await measure(paths[name]))
await paths.stop()

const figuresOf = (all: readonly Figures[]): Figures => ({
  p50: Math.round(median(all.map(({ p50 }) => p50)) * 1000) / 1000,
  p99: Math.round(median(all.map(({ p99 }) => p99)) * 1000) / 1000,
  perSecond: Math.round(median(all.map(({ perSecond }) => perSecond))),
})
const [loopback, ssh, circuit] = names.map((name) => figuresOf(windows[name]))
if (!loopback || !ssh || !circuit) throw new TypeError('a path was not measured')
console.log(
  JSON.stringify({
    bench: 'circuit-rtt',
    loopback,
    ssh,
    circuit,
    ratios: {
      p50OfLoopback: rounded(circuit.p50 / loopback.p50),
      p50OfSsh: rounded(circuit.p50 / ssh.p50),
      perSecondOfLoopback: rounded(circuit.perSecond / loopback.perSecond),
    },
  }),
)
process.exit(0)
