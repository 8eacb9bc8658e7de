/**
 * `scripts/up` of role `all` on a home that exists, until it says that it is ready, against a Bun that does nothing: the
 * median of interleaved pairs, by the clock and by the processor time of the main thread. Prints one JSON line.
 * `bun scripts/bench/cold-start.ts [pairs]`
 */
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { freshBundle } from '../start/bundle.ts'
import { type StartPair, startPairs, type Took } from '../start/start-pairs.ts'
import { median, rounded } from './parts/circuit-paths.ts'

const PAIRS = Number(Bun.argv[2] ?? 9)
const goal = { ofBun: 12 }

await using temp = await tempHome()
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FAIRLEAD_')))
const pairs = await startPairs({ home: join(temp.path, 'home'), env }, PAIRS)

const ratio = (of: (took: Took) => number): number =>
  rounded(median(pairs.map(({ up, bun }: StartPair) => of(up) / of(bun))))
const middle = (of: (pair: StartPair) => number): number => rounded(median(pairs.map(of)))

console.log(
  JSON.stringify({
    bench: 'cold-start',
    pairs: PAIRS,
    // False while a source is younger than two seconds: what was measured then is the sources.
    bundled: freshBundle(join(import.meta.dir, '../..')) !== null,
    up_ms: middle(({ up }) => up.wallMs),
    bun_ms: middle(({ bun }) => bun.wallMs),
    ratios: { ofBun: ratio(({ wallMs }) => wallMs), ofBunByCpu: ratio(({ cpuMs }) => cpuMs ?? Number.NaN) },
    goal,
  }),
)
