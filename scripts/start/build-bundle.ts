import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Random, randomText } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import { BUN_NAME, factsOf, type StartManifest, startFolder } from './bundle.ts'

const ENTRY = 'scripts/cli/main.ts'
/** Files that no import names and that decide what the bundle is. */
const BESIDE = ['package.json', 'bun.lock', 'node_modules/.bootstrap', 'bunfig.toml', 'tsconfig.json']
/** File systems tell times this roughly: what changed within it of the build may have changed after it was read. */
const SETTLED_MS = 2_000
/** Somebody may just have read the manifest before, or be building: a folder younger than this stays. */
const LEFT_ALONE_MS = 60_000

/**
 * Builds the bundle of the checkout `root` and puts it in the place of the one before. False: a source is so new that it
 * may have changed meanwhile, and nothing was replaced. Others may be building or starting at the same time: a bundle has a
 * folder of its own, and the manifest that names it is replaced whole.
 */
export async function buildBundle(
  root: string,
  { clock, random }: { clock: Clock; random: Random },
): Promise<boolean> {
  const began = clock.now()
  const folder = startFolder(root)
  const id = randomText(random, 12)
  const inputs = await bundle(root, join(folder, id))
  const isSettled = inputs.every((path) => changedAt(join(root, path)) < began - SETTLED_MS)
  if (!isSettled) {
    rmSync(join(folder, id), { recursive: true })
    return false
  }
  const manifest: StartManifest = {
    root,
    bun: BUN_NAME,
    main: `${id}/main.js`,
    inputs: inputs.map((path) => [path, factsOf(join(root, path))]),
  }
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(manifest))
  renameSync(join(folder, `${id}.json`), join(folder, 'manifest.json'))
  for (const name of readdirSync(folder)) {
    const isOld = changedAt(join(folder, name)) < began - LEFT_ALONE_MS
    if (isOld && name !== id && name !== 'manifest.json')
      rmSync(join(folder, name), { recursive: true, force: true })
  }
  return true
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Answers the files it was made of, as paths below the root. */
async function bundle(root: string, outdir: string): Promise<string[]> {
  mkdirSync(outdir, { recursive: true })
  // What was read is named by the working directory.
  process.chdir(root)
  const { metafile } = await Bun.build({
    entrypoints: [join(root, ENTRY)],
    root,
    outdir,
    target: 'bun',
    // Bytecode beside the file needs CommonJS.
    format: 'cjs',
    bytecode: true,
    // Neither minified nor mapped: a stack trace names functions and lines of a file that can be read, with the path of
    // each source above it. Bun reads a whole map for the first error that is collected, a third of a start.
    sourcemap: 'none',
    naming: 'main.[ext]',
    metafile: true,
  })
  const inputs = Object.keys(metafile?.inputs ?? {})
  if (inputs.length === 0) throw new TypeError('the bundler did not say what it read')
  const own = inputs
    .map((path) => below(root, resolve(path)))
    .filter((path) => !path.startsWith('node_modules/'))
  return [...own, ...BESIDE]
}

const below = (root: string, path: string): string =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
