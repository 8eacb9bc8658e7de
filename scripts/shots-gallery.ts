/** `bun scripts/shots-gallery.ts [FOLDER] [PAGE…]`: every page of the gallery as a picture, on a phone and a desktop, light and dark. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './gallery/browser.ts'
import { buildGallery } from './gallery/build.ts'
import { serveGallery } from './gallery/serve.ts'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}
const PAGES = [
  'parts',
  'home',
  'session',
  'states',
  'torture',
  'ask-command',
  'ask-bad',
  'ask-long',
  'ask-loading',
  'ask-diff',
  'question',
  'composer',
  'empty',
  'sheet',
  'opened',
]
/** Pages longer than a screen are taken whole. */
const WHOLE = new Set(['parts', 'states', 'torture', 'opened'])

const [folder = await mkdtemp(join(tmpdir(), 'fairlead-shots-')), ...asked] = process.argv.slice(2)
const built = await mkdtemp(join(tmpdir(), 'fairlead-gallery-'))
await buildGallery(built)
const gallery = serveGallery(built)
const browser = await openBrowser()
for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const name of asked.length > 0 ? asked : PAGES) {
      await page.goto(`${gallery.url}#${name}`)
      await page.reload()
      await page.locator('#root > *').waitFor()
      await page.waitForTimeout(200)
      await page.screenshot({
        path: join(folder, `${name}-${size}-${colorScheme}.png`),
        fullPage: WHOLE.has(name),
      })
    }
    await context.close()
  }
}
await browser.close()
await gallery.stop()
await rm(built, { recursive: true })
console.log(folder)
