import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { UI_INDEX, UI_MANIFEST, type UiFile, type UiManifest } from '../../shared/ui-manifest.ts'
import { firstLoad } from './first-load.ts'

interface Built {
  path: string
  bytes: Uint8Array
}

const HASH_PLACE = '<meta name="fairlead-build" content="" />'

/** Builds `page` of the checkout `root` into `out`, which is replaced. Source maps lie beside it and are not part of it. */
export async function buildUi(root: string, out: string, page = 'ui/index.html'): Promise<UiManifest> {
  const { files, maps } = await bundle(root, page)
  const hash = hashOf(files)
  const shown = files.map((file) => (file.path === UI_INDEX ? withHash(file, hash) : file))
  rmSync(out, { recursive: true, force: true })
  const manifest: UiManifest = {
    hash,
    firstLoadBytes: firstLoad(shown, UI_INDEX, gzip),
    files: await Promise.all(shown.map((file) => write(out, file))),
  }
  for (const map of maps) await put(join(`${out}-maps`, map.path), map.bytes)
  await put(join(out, UI_MANIFEST), new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

/** Paths in a bundle are relative to the working directory: only the root gives the same hashes everywhere. */
async function bundle(root: string, page: string): Promise<{ files: Built[]; maps: Built[] }> {
  const before = process.cwd()
  process.chdir(root)
  try {
    const built = await Bun.build({
      entrypoints: [page],
      target: 'browser',
      minify: true,
      splitting: true,
      sourcemap: 'external',
      publicPath: '/',
      naming: {
        entry: '[name].[ext]',
        chunk: 'assets/[name]-[hash].[ext]',
        asset: 'assets/[name]-[hash].[ext]',
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const all = await Promise.all(
      built.outputs.map(async (output) => ({
        path: output.path.replace(/^\.?\//, ''),
        bytes: new Uint8Array(await output.arrayBuffer()),
      })),
    )
    all.sort((a, b) => (a.path < b.path ? -1 : 1))
    const isMap = ({ path }: Built): boolean => path.endsWith('.map')
    return { files: all.filter((file) => !isMap(file)), maps: all.filter(isMap) }
  } finally {
    process.chdir(before)
  }
}

function hashOf(files: readonly Built[]): string {
  const hash = createHash('sha256')
  for (const { path, bytes } of files) hash.update(`${path}\0${sha256(bytes)}\n`)
  return hash.digest('hex')
}

function withHash({ path, bytes }: Built, hash: string): Built {
  const html = new TextDecoder().decode(bytes)
  if (!html.includes(HASH_PLACE)) throw new Error(`${path} has no place for the hash of its build`)
  const filled = html.replace(HASH_PLACE, HASH_PLACE.replace('""', `"${hash}"`))
  return { path, bytes: new TextEncoder().encode(filled) }
}

async function write(out: string, { path, bytes }: Built): Promise<UiFile> {
  const zipped = gzip(bytes)
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  await put(join(out, path), bytes)
  await put(join(out, `${path}.gz`), zipped)
  await put(join(out, `${path}.br`), brotli)
  const type = Bun.file(path).type
  return {
    path,
    type,
    sha256: sha256(bytes),
    bytes: bytes.length,
    gzip: zipped.length,
    br: brotli.length,
  }
}

async function put(path: string, bytes: Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await Bun.write(path, bytes)
}

const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
