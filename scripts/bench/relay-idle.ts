/**
 * What an idle circuit costs the relay: private memory with PAIRS spliced pairs less without any (after as many came
 * and went), and what stays after each carried 1 MiB both ways. Prints one JSON line.
 * `bun scripts/bench/relay-idle.ts [pairs] [--idle-only]`
 */
import { startRelay } from './parts/relay-clients.ts'

const PAIRS = Number(Bun.argv[2] ?? 500)
/** Without what stays afterwards. */
const IDLE_ONLY = Bun.argv[3] === '--idle-only'
const MESSAGE = new Uint8Array(32 * 1024)
const MESSAGES = 32
const goal = { bytesPerIdlePair: 8 * 1024 }

const relay = await startRelay()
try {
  for (const { device, daemon } of await openAll()) {
    device.socket.close()
    await daemon.closed
  }
  const empty = await relay.privateBytes()
  const pairs = await openAll()
  const idle = await relay.privateBytes()
  for (const pair of IDLE_ONLY ? [] : pairs) {
    for (let n = 0; n < MESSAGES; n++) {
      pair.device.send(MESSAGE)
      pair.daemon.send(MESSAGE)
    }
    await Promise.all([
      pair.device.nextBytes(MESSAGES * MESSAGE.length),
      pair.daemon.nextBytes(MESSAGES * MESSAGE.length),
    ])
  }
  const used = IDLE_ONLY ? null : await relay.privateBytes()
  const figures = {
    bench: 'relay-idle',
    pairs: PAIRS,
    emptyMb: Math.round(empty / 1e5) / 10,
    bytesPerIdlePair: Math.round((idle - empty) / PAIRS),
    bytesPerPairAfter1MiB: used === null ? null : Math.round((used - empty) / PAIRS),
    goal,
  }
  console.log(JSON.stringify(figures))
} finally {
  await relay.stop()
}

async function openAll(): Promise<Awaited<ReturnType<typeof relay.open>>[]> {
  const pairs = []
  for (let n = 0; n < PAIRS; n++) pairs.push(await relay.open(`m_${Math.floor(n / 250)}`, `u_${n % 10}`))
  return pairs
}
