/** Somebody in front of a browser: one installation, its pages, and everything that would be wrong with them. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESKTOP = { viewport: { width: 1440, height: 900 } }
export const PASSWORD = 'seven green bottles'

export interface Person {
  context: BrowserContext
  page: Page
  /** Requests to anywhere but the authority. */
  strangers: string[]
  /** Errors of pages, and what their policy refused. Refused requests are the page's to tell. */
  complaints: string[]
  another(): Promise<Page>
  leave(): Promise<void>
}

const REQUEST_FAILED = /Failed to load resource|WebSocket connection to/

export async function person(browser: Browser, origin: string, size: object): Promise<Person> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  context.setDefaultTimeout(10_000)
  const strangers: string[] = []
  const complaints: string[] = []
  const own = [origin, origin.replace('http', 'ws'), 'blob:', 'data:']
  const look = (url: string): void => {
    if (!own.some((start) => url.startsWith(start))) strangers.push(url)
  }
  const another = async (): Promise<Page> => {
    const page = await context.newPage()
    page.on('request', (request) => look(request.url()))
    page.on('websocket', (socket) => look(socket.url()))
    page.on('dialog', (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !REQUEST_FAILED.test(message.text())) complaints.push(message.text())
    })
    return page
  }
  const page = await another()
  return { context, page, strangers, complaints, another, leave: () => context.close() }
}

/** The first account, by the link that the machine printed, until the machine knows this browser. */
export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('.machine-state', { hasText: 'online' }).waitFor()
}

export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
}
