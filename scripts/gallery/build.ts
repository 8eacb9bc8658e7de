/** Bundles the gallery into a folder: one page, one script, one sheet. */
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '..', '..')

/** @throws AggregateError when it does not compile. */
export async function buildGallery(into: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'ui/gallery/gallery.html')],
    outdir: into,
    root: ROOT,
    target: 'browser',
    minify: true,
    naming: { entry: '[name].[ext]', asset: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}
