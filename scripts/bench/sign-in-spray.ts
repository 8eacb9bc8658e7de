/**
 * The relay while somebody sprays the sign-in: the way there and back of 200 B over a spliced circuit, in interleaved
 * windows without and with 50 sign-ins a second of names and addresses that come once; and a person who changes the
 * password meanwhile. Prints one JSON line. `bun scripts/bench/sign-in-spray.ts [seconds of spray]`
 */

import { PASSWORD, startAllRole } from './parts/all-role.ts'
import { median, rounded } from './parts/circuit-paths.ts'
import { percentile } from './parts/percentile.ts'

const SPRAY_SECONDS = Number(Bun.argv[2] ?? 60)
const WINDOWS = 5
const SIGN_INS_A_SECOND = 50
const MESSAGE = new Uint8Array(200)
const PAUSE_MS = 2
const goal = { p50OfQuiet: 2, p99MoreMs: 15, passwordChangeMs: 2_000 }

const role = await startAllRole()
const ada = await role.signIn()
const circuit = await role.circuit(await role.capability(ada.token ?? ''))

async function roundTrips(seconds: number): Promise<number[]> {
  const took: number[] = []
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    const from = performance.now()
    circuit.device.send(MESSAGE)
    circuit.daemon.send(await circuit.daemon.nextBytes(MESSAGE.length))
    await circuit.device.nextBytes(MESSAGE.length)
    took.push(performance.now() - from)
    await Bun.sleep(PAUSE_MS)
  }
  return took
}

let sprayed = 0
const answers: Record<string, number> = {}
async function signInAsNobody(): Promise<void> {
  const n = ++sprayed
  const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const body = { name: `nobody-${n}`, password: 'not the password of anybody' }
  const { status } = await role.ask('/v1/login', { body, from })
  answers[status] = (answers[status] ?? 0) + 1
}

/** Starts one whenever it is due, however long those before it take. */
async function spray(seconds: number): Promise<void> {
  const under: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; n < seconds * SIGN_INS_A_SECOND; n++) {
    await Bun.sleep(Math.max(0, begun + (n * 1_000) / SIGN_INS_A_SECOND - performance.now()))
    under.push(signInAsNobody())
  }
  await Promise.all(under)
}

let password = PASSWORD
async function changePassword(round: number): Promise<number> {
  const wanted = `${PASSWORD} ${round}`
  const from = performance.now()
  const changed = await role.ask('/v1/password', {
    body: { current: password, password: wanted },
    token: ada.token ?? '',
    from: '198.51.100.1',
  })
  if (!changed.ok) throw new TypeError(`the password was not changed: ${await changed.text()}`)
  password = wanted
  return performance.now() - from
}

const quiet: number[][] = []
const sprayedWindows: number[][] = []
const changes: number[] = []
const seconds = SPRAY_SECONDS / WINDOWS
try {
  await roundTrips(1)
  for (let round = 0; round < WINDOWS; round++) {
    quiet.push(await roundTrips(seconds))
    const under = spray(seconds)
    const measured = roundTrips(seconds)
    await Bun.sleep((seconds * 1_000) / 2)
    changes.push(await changePassword(round))
    sprayedWindows.push(await measured)
    await under
  }
} finally {
  await role.stop()
}
const of = (windows: number[][], share: number): number =>
  median(windows.map((took) => percentile(took, share)))
console.log(
  JSON.stringify({
    bench: 'sign-in-spray',
    windows: WINDOWS,
    signIns: sprayed,
    answers,
    quiet: { p50: rounded(of(quiet, 0.5)), p99: rounded(of(quiet, 0.99)) },
    spray: { p50: rounded(of(sprayedWindows, 0.5)), p99: rounded(of(sprayedWindows, 0.99)) },
    ratios: { p50OfQuiet: rounded(of(sprayedWindows, 0.5) / of(quiet, 0.5)) },
    p99MoreMs: rounded(of(sprayedWindows, 0.99) - of(quiet, 0.99)),
    passwordChangeMs: { median: rounded(median(changes)), most: rounded(Math.max(...changes)) },
    goal,
  }),
)
process.exit(0)
