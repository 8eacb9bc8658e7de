/** Builds the bundle of this checkout: `bun scripts/start/build.ts`. Exits with 1 where its sources are still changing. */
import { join } from 'node:path'
import { systemRandom } from '../../shared/ids.ts'
import { systemClock } from '../../shared/time.ts'
import { buildBundle } from './build-bundle.ts'

const root = join(import.meta.dir, '../..')
process.exitCode = (await buildBundle(root, { clock: systemClock, random: systemRandom })) ? 0 : 1
