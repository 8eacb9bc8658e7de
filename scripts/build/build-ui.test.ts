import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readBuild } from '../../server/web/read-build.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { UI_INDEX } from '../../shared/ui-manifest.ts'
import { buildUi } from './build-ui.ts'
import { firstLoad } from './first-load.ts'
import { FIRST_LOAD_BYTES } from './limits.ts'

const ROOT = join(import.meta.dir, '../..')

test('the same sources built twice, in two places, give the same bytes', async () => {
  const temp = await tempHome()
  try {
    const first = join(temp.path, 'first')
    const second = join(temp.path, 'elsewhere/second')
    const manifest = await buildUi(ROOT, first)
    expect(await buildUi(ROOT, second)).toEqual(manifest)
    const names = readdirSync(first, { recursive: true, encoding: 'utf8' }).sort()
    expect(readdirSync(second, { recursive: true, encoding: 'utf8' }).sort()).toEqual(names)
    expect(names.some((name) => name.endsWith('.map'))).toBe(false)
    for (const { path, sha256 } of manifest.files) {
      const bytes = readFileSync(join(first, path))
      expect(readFileSync(join(second, path)).equals(bytes)).toBe(true)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      expect(gunzipSync(readFileSync(join(first, `${path}.gz`))).equals(bytes)).toBe(true)
      expect(brotliDecompressSync(readFileSync(join(first, `${path}.br`))).equals(bytes)).toBe(true)
    }
  } finally {
    await temp.remove()
  }
})

test('what is needed to begin with is no more than a phone should load, and the page shows its hash', async () => {
  const temp = await tempHome()
  try {
    const out = join(temp.path, 'ui')
    const manifest = await buildUi(ROOT, out)
    expect(manifest.firstLoadBytes).toBeGreaterThan(10_000)
    expect(manifest.firstLoadBytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES)
    const page = readFileSync(join(out, UI_INDEX), 'utf8')
    expect(page).toContain(`<meta name="fairlead-build" content="${manifest.hash}" />`)
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/)
    const served = readBuild(out)
    expect([...(served?.files.keys() ?? [])]).toEqual(manifest.files.map(({ path }) => path))
    expect(existsSync(join(`${out}-maps`, 'assets'))).toBe(true)
  } finally {
    await temp.remove()
  }
})

test('first load counts what is imported at once, once, and not what is loaded on use', () => {
  const text = (code: string) => new TextEncoder().encode(code)
  const files = [
    { path: 'index.html', bytes: text('<script type="module" src="/assets/a.js"></script>') },
    { path: 'assets/a.js', bytes: text('import{b}from"./b.js";import"./c.js";import("./later.js");b()') },
    { path: 'assets/b.js', bytes: text('import"./c.js";export const b=()=>1') },
    { path: 'assets/c.js', bytes: text('self.c=1') },
    { path: 'assets/later.js', bytes: text('self.later=1') },
  ]
  const counted = files.slice(1, 4).reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect(firstLoad(files, 'index.html', (bytes) => bytes)).toBe(counted)
})
