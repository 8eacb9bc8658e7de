/** `bun scripts/gallery.ts [FOLDER]`: builds the gallery and serves it until it is interrupted. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGallery } from './gallery/build.ts'
import { serveGallery } from './gallery/serve.ts'

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'fairlead-gallery-')))
await buildGallery(folder)
console.log(serveGallery(folder).url)
