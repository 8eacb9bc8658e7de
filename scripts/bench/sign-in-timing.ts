/**
 * How long a sign-in takes that fails, by a name that is there and by one that is not, in interleaved pairs with real
 * hashes; between two pairs a day goes by, so that no try is one too many. Prints one JSON line.
 * `bun scripts/bench/sign-in-timing.ts [pairs]`
 */
import { join } from 'node:path'
import pino from 'pino'
import { createAuthority } from '../../server/create-authority.ts'
import { openDatabase } from '../../server/db/open.ts'
import { authorityLimits } from '../../server/limits.ts'
import { argonHasher } from '../../server/passwords/hasher.ts'
import { recordedRelay } from '../../server/testing/relay.ts'
import { systemRandom } from '../../shared/ids.ts'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { DAY_MS } from '../../shared/time.ts'
import { median, rounded } from './parts/circuit-paths.ts'

const PAIRS = Number(Bun.argv[2] ?? 100)
const WARM_UP = 5
const HOST = '127.0.0.1:7888'
const PASSWORD = 'seven green bottles'
const goal = { mediansWithin: 0.1 }

await using home = await tempHome()
const opened = openDatabase(join(home.path, 'authority.db'))
if (opened.kind !== 'opened') throw new TypeError(opened.message)
const clock = fakeClock()
const authority = createAuthority({
  db: opened.db,
  clock,
  hasher: argonHasher,
  random: systemRandom,
  limits: authorityLimits,
  log: pino({ level: 'silent' }),
  site: {
    origin: null,
    relayUrl: null,
    allowPlainHttp: false,
    listening: () => ({ host: '127.0.0.1', port: 7888 }),
  },
  trustedProxyHops: 0,
  fixed: {},
  handOver: null,
  relay: recordedRelay,
})

async function ask(path: string, body: object): Promise<{ status: number; ms: number }> {
  const text = JSON.stringify(body)
  const request = new Request(`http://${HOST}${path}`, {
    method: 'POST',
    body: text,
    headers: {
      host: HOST,
      'x-fairlead-client': 'cli',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    },
  })
  const from = performance.now()
  const answer = await authority.edge(request, '192.0.2.1')
  await answer.text()
  return { status: answer.status, ms: performance.now() - from }
}

async function failing(name: string): Promise<number> {
  const { status, ms } = await ask('/v1/login', { name, password: 'not the password of anybody' })
  if (status !== 401) throw new TypeError(`a sign-in as ${name} was answered with ${status}`)
  return ms
}

const token = authority.setUpLink()?.split('#')[1]
await ask('/v1/set-up', { token, name: 'ada', password: PASSWORD })
const took = { known: [] as number[], unknown: [] as number[] }
for (let n = -WARM_UP; n < PAIRS; n++) {
  clock.advance(DAY_MS)
  // Whoever goes first in a pair, so that neither has the warmer caches.
  const first = n % 2 === 0 ? 'known' : 'unknown'
  for (const which of first === 'known' ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
    const ms = await failing(which === 'known' ? 'ada' : `nobody-${n + WARM_UP}`)
    if (n >= 0) took[which].push(ms)
  }
}
const [known, unknown] = [median(took.known), median(took.unknown)]
console.log(
  JSON.stringify({
    bench: 'sign-in-timing',
    pairs: PAIRS,
    known_ms: rounded(known),
    unknown_ms: rounded(unknown),
    ratios: { unknownOfKnown: Math.round((unknown / known) * 1_000) / 1_000 },
    goal,
  }),
)
await authority.close()
opened.db.close()
