/**
 * Builds the page: `bun scripts/build.ts [--out DIR]`, into `dist/ui` unless told otherwise. The same sources give the
 * same bytes. Fails when the page needs more JavaScript to begin with than it may.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildUi } from './build/build-ui.ts'
import { FIRST_LOAD_BYTES } from './build/limits.ts'

const { values: options } = parseArgs({ options: { out: { type: 'string' } } })
const root = join(import.meta.dir, '..')
const manifest = await buildUi(root, resolve(options.out ?? join(root, 'dist/ui')))

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
for (const { path, bytes, gzip, br } of manifest.files) {
  console.log(`${path}  ${kilobytes(bytes)}, gzip ${kilobytes(gzip)}, br ${kilobytes(br)}`)
}
console.log(`hash ${manifest.hash}`)
const { firstLoadBytes } = manifest
console.log(
  `first load: ${kilobytes(firstLoadBytes)} of JavaScript, gzipped (at most ${kilobytes(FIRST_LOAD_BYTES)})`,
)
process.exitCode = firstLoadBytes <= FIRST_LOAD_BYTES ? 0 : 1
