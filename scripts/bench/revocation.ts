/**
 * From the answer of the act that takes a right away to the closed socket of the circuit that had it: every act, 20 times,
 * each with an authority of its own over real sockets and a circuit of somebody else beside it. Prints one JSON line.
 * `bun scripts/bench/revocation.ts`
 */
import { revocationStory } from '../../server/testing/revocation-story.ts'
import { loserOf, type RevokingAct, revokingActs } from '../../server/testing/revoking-acts.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { percentile } from './parts/percentile.ts'

const ROUNDS = 20
const goal = { p95_ms: 100 }

/** 0: the socket was closed before the answer came. */
async function once(act: RevokingAct): Promise<number> {
  const told = await revocationStory()
  try {
    const who = await loserOf(act, told)
    const capability = await told.capability(who)
    await told.circuit(await told.capability(act.of === 'carol' ? told.bob : told.carol))
    const device = await told.circuit(capability)
    const closed = device.closed.then(() => performance.now())
    await act.run(told, who)
    const answered = performance.now()
    return Math.max(0, (await closed) - answered)
  } finally {
    await told.end()
  }
}

const figures: Record<string, { p50_ms: number; p95_ms: number }> = {}
let worst = 0
for (const act of revokingActs) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await once(act))
  const p95 = percentile(times, 0.95)
  worst = Math.max(worst, p95)
  figures[act.act] = { p50_ms: rounded(median(times)), p95_ms: rounded(p95) }
}
console.log(
  JSON.stringify({ bench: 'revocation', rounds: ROUNDS, acts: figures, worst_p95_ms: rounded(worst), goal }),
)
process.exit(0)
