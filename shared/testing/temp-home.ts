/** A directory of a test's own, private to its user, gone afterwards. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempHome extends AsyncDisposable {
  /** Absolute, without symbolic links, short enough for a Unix socket below it. */
  readonly path: string
  /** Removes it and everything in it. `await using` does it at the end of the block. */
  remove(): Promise<void>
}

export async function tempHome(): Promise<TempHome> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'fl-'))
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.asyncDispose]: remove }
}
