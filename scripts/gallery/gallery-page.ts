/** The built gallery in Debian's Chromium, under the policy of the real page. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { buildGallery } from './build.ts'
import { serveGallery } from './serve.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESKTOP = { viewport: { width: 1440, height: 900 } }
export const LONG_MS = 60_000

export interface GalleryPage {
  page: Page
  /** Addresses that the page asked for, other than the gallery's own. */
  strangers: string[]
  /** Errors of the page and refusals of its policy. */
  complaints: string[]
  /** What was pressed, in order. */
  told(): Promise<unknown>
  close(): Promise<void>
}

export interface Gallery {
  open(name: string, size?: object): Promise<GalleryPage>
  stop(): Promise<void>
}

export async function startGallery(): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-gallery-'))
  await buildGallery(folder)
  const served = serveGallery(folder)
  const browser = await openBrowser()
  return {
    async open(name, size = DESKTOP) {
      const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const strangers: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => request.url().startsWith(served.url) || strangers.push(request.url()))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.addInitScript(() => {
        const told: unknown[] = []
        Object.assign(window, { told })
        document.addEventListener(
          'gallery',
          (event) => event instanceof CustomEvent && told.push(event.detail),
        )
      })
      await page.goto(`${served.url}#${name}`)
      await page.locator('#root > *').waitFor()
      const told = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'told'))
      return { page, strangers, complaints, told, close: () => context.close() }
    },
    async stop() {
      await browser.close()
      await served.stop()
      await rm(folder, { recursive: true })
    },
  }
}
