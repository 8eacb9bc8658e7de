/**
 * From the answer of the act that takes a right away to the closed socket of the circuit that had it: a whole authority
 * of role `all`, 20 times an act, among circuits of others. Prints one JSON line. `bun scripts/bench/revocation.ts`
 */
import { type AllRole, startAllRole } from './parts/all-role.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { percentile } from './parts/percentile.ts'

const ROUNDS = 20
const OTHERS = 40
const goal = { p95_ms: 100 }

type SignedIn = Awaited<ReturnType<AllRole['signIn']>>
type Act = (role: AllRole, signedIn: SignedIn) => Promise<Response>

const tokenOf = ({ token }: SignedIn): string => token ?? ''
const acts: Record<string, Act> = {
  sign_out: (role, who) => role.ask('/v1/logout', { method: 'POST', token: tokenOf(who) }),
  device_retired: (role, who) =>
    role.ask(`/v1/devices/${who.device?.id}`, { method: 'DELETE', token: tokenOf(who) }),
}

const role = await startAllRole()
const took: Record<string, number[]> = {}
try {
  const owner = await role.signIn()
  const other = await role.capability(tokenOf(owner))
  for (let n = 0; n < OTHERS; n++) await role.circuit(other)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, act] of Object.entries(acts)) {
      const who = await role.signIn()
      const { device } = await role.circuit(await role.capability(tokenOf(who)))
      const closed = device.closed.then(() => performance.now())
      const answer = await act(role, who)
      const answered = performance.now()
      if (!answer.ok) throw new TypeError(`${name} was refused: ${await answer.text()}`)
      const after = Math.max(0, (await closed) - answered)
      // Its place is needed for the next; where it retired already this changes nothing.
      await role.ask(`/v1/devices/${who.device?.id}`, { method: 'DELETE', token: tokenOf(owner) })
      took[name] = [...(took[name] ?? []), after]
    }
  }
} finally {
  await role.stop()
}
const figures = Object.entries(took).map(([name, times]) => [
  name,
  { p50_ms: rounded(median(times)), p95_ms: rounded(percentile(times, 0.95)) },
])
console.log(
  JSON.stringify({
    bench: 'revocation',
    others: OTHERS,
    rounds: ROUNDS,
    ...Object.fromEntries(figures),
    goal,
  }),
)
process.exit(0)
