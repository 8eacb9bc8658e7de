/**
 * From the answer of the act that revokes to the closed socket, 20 times, among circuits of others. Prints one JSON
 * line. `bun scripts/bench/relay-revoke.ts [others]`
 */
import { startRelay } from './parts/relay-clients.ts'

const OTHERS = Number(Bun.argv[2] ?? 200)
const ROUNDS = 20

const relay = await startRelay()
try {
  for (let n = 0; n < OTHERS; n++) await relay.open(`m_${n >> 7}`, `u_other${n % 8}`)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { device } = await relay.open('m_revoked', `u_${round}`)
    const closed = device.closed.then(() => performance.now())
    await relay.revoke(`u_${round}`)
    const answered = performance.now()
    times.push(Math.max(0, (await closed) - answered))
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((times[Math.ceil(ROUNDS * share) - 1] ?? 0) * 100) / 100
  console.log(
    JSON.stringify({
      bench: 'relay-revoke',
      others: OTHERS,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      goal: { p95_ms: 100 },
    }),
  )
} finally {
  await relay.stop()
}
