/** A start of everything costs at most twenty times what Bun costs that does nothing; `scripts/bench/cold-start.ts` says more. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { noneMarked } from '../../shared/testing/processes.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { environment, MARK } from '../cli/test-process.ts'
import { type StartPair, startPairs } from './start-pairs.ts'

setDefaultTimeout(60_000)

const MOST = 20
const PAIRS = 9
/** A first round may have met a bundle that was not built yet, or sources that were just changed. */
const ROUNDS = 3

test('a start on a home that exists costs at most twenty times a Bun that does nothing', async () => {
  await using temp = await tempHome()
  const home = join(temp.path, 'home')
  const mark = `cold-start-${process.pid}`
  const path = `${join(process.execPath, '..')}:${process.env.PATH}`
  const env = environment({ ...process.env, PATH: path }, home, mark)
  let ratio = Number.POSITIVE_INFINITY
  for (let round = 1; round <= ROUNDS && ratio > MOST; round++) {
    ratio = medianRatio(await startPairs({ home, env }, PAIRS))
  }
  await noneMarked(MARK, mark)
  expect(ratio).toBeLessThanOrEqual(MOST)
})

/** By the processor's time where the system tells it: other work on the machine makes a clock say anything. */
function medianRatio(pairs: readonly StartPair[]): number {
  const ratios = pairs.map(({ up, bun }) =>
    up.cpuMs !== null && bun.cpuMs !== null ? up.cpuMs / bun.cpuMs : up.wallMs / bun.wallMs,
  )
  return ratios.sort((one, other) => one - other)[PAIRS >> 1] ?? Number.POSITIVE_INFINITY
}
