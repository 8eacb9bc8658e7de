/**
 * What `scripts/up` and `scripts/fairlead` start: the command line, as the bundle while that is fresh, else as its sources.
 * A start of everything builds the bundle first where there is none: after a change that takes a second, once.
 */
import { join } from 'node:path'
import { freshBundle } from './bundle.ts'

const root = join(import.meta.dir, '../..')
const fresh = freshBundle(root) ?? (process.argv[2] === 'up' ? built() : null)
if (fresh === null) await import('../cli/main.ts')
else await import(fresh)

/** Null where it cannot be built: what is wrong with the sources they say themselves when they are run. */
function built(): string | null {
  const words = ['--no-env-file', join(import.meta.dir, 'build.ts')]
  const { exitCode } = Bun.spawnSync([process.execPath, ...words], { stdio: ['ignore', 'ignore', 'ignore'] })
  return exitCode === 0 ? freshBundle(root) : null
}
