/**
 * Line in → line out through the keeper against a direct pipe to the same echo program, alternating in one run, and
 * the keeper's private memory. Prints one JSON line. `bun scripts/bench/keeper.ts [rounds]`
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { FrameType } from '../../daemon/keeper/frames.ts'
import { type Daemon, privateMb, startKeeper } from '../../daemon/keeper/testing.ts'
import { utf8 } from '../../shared/bytes.ts'

const ROUNDS = Number(Bun.argv[2] ?? 3_000)
const WARM_UP = 300
const QUIET_RUNS = 12
const RELAYED_BYTES = 1_000_000_000
const ACK_EVERY_BYTES = 4 * 1024 * 1024
const LINE = utf8(
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: 'x'.repeat(130) })}\n`,
)
const goal = { added_p50_ms: 1, privateMb12Quiet: 15, privateMbAfter1GB: 45 }

const keeper = await startKeeper()
try {
  const daemon = await keeper.attach()
  const { direct, relayed } = await roundTrips(daemon)
  const privateMb12Quiet = await quietMemory(daemon)
  const flood = await relayGigabyte(daemon)
  const figures = {
    bench: 'keeper',
    rounds: ROUNDS,
    p50_ms: percentile(relayed, 0.5),
    p99_ms: percentile(relayed, 0.99),
    direct_p50_ms: percentile(direct, 0.5),
    direct_p99_ms: percentile(direct, 0.99),
    added_p50_ms: round(percentile(relayed, 0.5) - percentile(direct, 0.5)),
    privateMb12Quiet,
    privateMbAfter1GB: flood.after,
    privateMbPeak: flood.peak,
    relayMbPerS: flood.rate,
    goal,
  }
  console.log(JSON.stringify(figures))
} finally {
  await keeper.dispose()
}

async function roundTrips(daemon: Daemon): Promise<{ direct: number[]; relayed: number[] }> {
  const { run } = await daemon.start('exec cat')
  const child = spawn('cat', [], { stdio: 'pipe' })
  const times = { direct: [] as number[], relayed: [] as number[] }
  for (let round = 1; round <= ROUNDS + WARM_UP; round++) {
    const throughKeeper = await timed(() => viaKeeper(daemon, run, round))
    const throughPipe = await timed(() => viaPipe(child))
    if (round <= WARM_UP) continue
    times.relayed.push(throughKeeper)
    times.direct.push(throughPipe)
  }
  child.stdin.end()
  return times
}

function viaKeeper(daemon: Daemon, run: string, n: number): Promise<void> {
  return new Promise((resolve) => {
    let got = 0
    daemon.onOutput = ({ header, body }) => {
      got += body.length
      if (got < LINE.length) return
      daemon.send(FrameType.ack, { run, offset: Number(header.offset) + body.length })
      resolve()
    }
    daemon.send(FrameType.input, { run, n }, LINE)
  })
}

function viaPipe(child: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    let got = 0
    const take = (chunk: Uint8Array): void => {
      got += chunk.length
      if (got < LINE.length) return
      child.stdout.off('data', take)
      resolve()
    }
    child.stdout.on('data', take)
    child.stdin.write(LINE)
  })
}

async function quietMemory(daemon: Daemon): Promise<number> {
  for (let count = 1; count < QUIET_RUNS; count++) await daemon.start('exec cat')
  await Bun.sleep(5_000)
  return privateMb(keeper.pid)
}

async function relayGigabyte(daemon: Daemon): Promise<{ after: number; peak: number; rate: number }> {
  const began = performance.now()
  let peak = 0
  let acked = 0
  const { run } = await daemon.start('sleep 0.1; exec head -c 1000000000 /dev/zero')
  await new Promise<void>((resolve) => {
    daemon.onOutput = ({ header, body }) => {
      const end = Number(header.offset) + body.length
      if (end - acked < ACK_EVERY_BYTES && end < RELAYED_BYTES) return
      acked = end
      daemon.send(FrameType.ack, { run, offset: end })
      peak = Math.max(peak, privateMb(keeper.pid))
      if (end === RELAYED_BYTES) resolve()
    }
  })
  await daemon.next(FrameType.ended, run)
  const rate = Math.round(RELAYED_BYTES / 1000 / (performance.now() - began))
  return { after: privateMb(keeper.pid), peak, rate }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return round(sorted[Math.floor(sorted.length * share)] ?? 0)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
