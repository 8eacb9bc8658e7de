/** Takes a page as it is, light and dark. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const

export type Size = keyof typeof SIZES

export interface Camera {
  open(url: string): Promise<Page>
  shot(page: Page, name: string): Promise<void>
}

/** What a skeleton needs to show itself. */
const SETTLE_MS = 220

/** Pages of one camera share their account, as the tabs of a browser do. */
export async function createCamera(browser: Browser, folder: string, size: Size): Promise<Camera> {
  const context = await browser.newContext({ ...SIZES[size], reducedMotion: 'reduce' })
  return {
    async open(url) {
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(String(error)))
      page.on('console', (message) => {
        // Refusals and a lost network are part of the way.
        const isExpected = /^Failed to load resource|^WebSocket connection/.test(message.text())
        if (message.type() === 'error' && !isExpected) console.error(message.text())
      })
      await page.goto(url)
      return page
    },
    async shot(page, name) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.waitForTimeout(SETTLE_MS)
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
      }
    },
  }
}
