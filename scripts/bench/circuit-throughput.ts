/**
 * Bytes through relay and Noise against OpenSSH's `ssh -R`, on the same host in interleaved windows: MB/s down and up,
 * CPU seconds a GiB, and one download over a path of 40 ms. Prints one JSON line.
 * `bun scripts/bench/circuit-throughput.ts [MiB]`
 */
import { readFileSync } from 'node:fs'
import { bulk, drain } from './parts/bench-app.ts'
import { median, openPaths, type Path, rounded } from './parts/circuit-paths.ts'

const MIB = 1024 * 1024
const SIZE = Number(Bun.argv[2] ?? 256)
const ROUNDS = 5
const LONG_PATH_MS = 40

interface Window {
  MBs: number
  cpuGiB: number
}

/** Seconds of processor that these processes have had. */
const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)

async function window(path: Path, act: () => Promise<unknown>): Promise<Window> {
  const cpu = cpuOf(path.pids)
  const from = performance.now()
  await act()
  const seconds = (performance.now() - from) / 1000
  return { MBs: (SIZE * MIB) / 1e6 / seconds, cpuGiB: ((cpuOf(path.pids) - cpu) * 1024) / SIZE }
}

const down = ({ ask, base }: Path): Promise<unknown> =>
  ask(`${base}/bulk?MiB=${SIZE}`).then(({ body }) => drain(body))
const up = ({ ask, base }: Path): Promise<unknown> =>
  ask(`${base}/up`, { method: 'POST', body: bulk(SIZE), duplex: 'half' } as RequestInit).then((answer) =>
    answer.json(),
  )

const figuresOf = (windows: readonly Window[]): Window => ({
  MBs: rounded(median(windows.map(({ MBs }) => MBs))),
  cpuGiB: rounded(median(windows.map(({ cpuGiB }) => cpuGiB))),
})

async function compare(): Promise<Record<string, { circuit: Window; ssh: Window }>> {
  const paths = await openPaths()
  const found: Record<string, { circuit: Window; ssh: Window }> = {}
  for (const [name, act] of Object.entries({ down, up })) {
    const windows: { circuit: Window[]; ssh: Window[] } = { circuit: [], ssh: [] }
    for (const which of ['circuit', 'ssh'] as const) await act(paths[which])
    for (let n = 0; n < ROUNDS; n++) {
      for (const which of ['circuit', 'ssh'] as const) {
        windows[which].push(await window(paths[which], () => act(paths[which])))
      }
    }
    found[name] = { circuit: figuresOf(windows.circuit), ssh: figuresOf(windows.ssh) }
  }
  await paths.stop()
  return found
}

/** Twice: in the first the windows grow. */
async function overLongPath(): Promise<{ circuit: number; ssh: number }> {
  const paths = await openPaths(LONG_PATH_MS / 2)
  const found = { circuit: 0, ssh: 0 }
  for (let n = 0; n < 2; n++) {
    for (const which of ['circuit', 'ssh'] as const) {
      found[which] = rounded((await window(paths[which], () => down(paths[which]))).MBs)
    }
  }
  await paths.stop()
  return found
}

const same = await compare()
const long = await overLongPath()
const ratio = (name: string, what: keyof Window): number =>
  rounded((same[name]?.circuit[what] ?? 0) / (same[name]?.ssh[what] ?? 1))
console.log(
  JSON.stringify({
    bench: 'circuit-throughput',
    MiB: SIZE,
    ...same,
    longPath: long,
    ratios: {
      down: ratio('down', 'MBs'),
      up: ratio('up', 'MBs'),
      cpuDown: ratio('down', 'cpuGiB'),
      cpuUp: ratio('up', 'cpuGiB'),
      longPath: rounded(long.circuit / long.ssh),
    },
  }),
)
process.exit(0)
