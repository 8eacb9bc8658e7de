/** The machine lock as people use it: who is let in by a camera, by typing, and what takes a device away again. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { DESKTOP, PASSWORD, type Person, PHONE, person, setUp, signIn } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ready: Ready
let desk: Person
let phone: Person
let third: Person
const step = createSteps(() => desk?.page)

beforeAll(async () => {
  place = await createPlace(process.env, `browser-lock-${process.pid}`)
  ready = await place.start('all')
  browser = await openBrowser()
  desk = await person(browser, ready.url, DESKTOP)
  phone = await person(browser, ready.url, PHONE)
  third = await person(browser, ready.url, DESKTOP)
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})

/** What a camera would read of it. */
async function scanned(page: Page): Promise<string> {
  const text = await page.locator('.qr').first().getAttribute('data-text')
  if (text === null) throw new Error('there is nothing to scan')
  return text
}
const isOnline = (page: Page): Promise<void> =>
  page.locator('.machine-state', { hasText: 'online' }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The machine's screen, from the list. */
async function openMachine(page: Page): Promise<void> {
  await page.goto(ready.url)
  await page.locator('.machine-link').first().click()
  await page.getByText('Devices it lets in').waitFor()
}

step('a phone that the machine does not know shows what a camera reads, and a code', async () => {
  await setUp(desk.page, ready.setupUrl ?? '')
  await signIn(phone.page, ready.url)
  await phone.page.locator('.qr').waitFor()
  const text = await scanned(phone.page)
  expect(text).toMatch(/\/#\/m\/m_\w+\/approve\/pd_\w+\.[A-Za-z0-9_-]{22}$/)
  expect(text).toStartWith(ready.url)
  expect(await phone.page.locator('.approval-code code').textContent()).toMatch(/^[0-9a-z]{5} [0-9a-z]{5}$/)
  expect(await seriousIssues(phone.page)).toEqual([])
})

step('scanned with a device that the machine does not know either, it says so', async () => {
  await signIn(third.page, ready.url)
  await third.page.locator('.qr').waitFor()
  const page = await third.another()
  await page.goto(await scanned(phone.page))
  await page.getByText('does not know this browser either').waitFor()
  await page.close()
  // The younger page of a browser took the place of the older one.
  await third.page.reload()
  await third.page.locator('.qr').waitFor()
})

step('a secret that was made up lets nobody in', async () => {
  const page = await desk.another()
  await page.goto((await scanned(phone.page)).replace(/\.[^.]*$/, '.AAECAwQFBgcICQoLDA0ODw'))
  await button(page, 'Approve').click()
  await page.getByText('This is not the code that the device shows.').waitFor()
  await page.close()
})

step(
  'scanned with a known device, one press lets the phone in, and the address keeps nothing of it',
  async () => {
    const text = await scanned(phone.page)
    const page = await desk.another()
    await page.goto(text)
    await page.getByRole('heading', { name: 'asks to be let in by' }).waitFor()
    expect(page.url()).not.toContain('approve')
    expect(await seriousIssues(page)).toEqual([])
    await button(page, 'Approve').click()
    await page.getByRole('heading', { name: 'is let in' }).waitFor()
    await isOnline(phone.page)
    await button(page, 'To')
      .or(page.getByRole('button', { name: /^To / }))
      .first()
      .click()
    await page.getByText('Devices it lets in').waitFor()
    await page.close()
    const again = await desk.another()
    await again.goto(text)
    await again.getByText('This device does not wait any more').waitFor()
    await again.close()
  },
)

step('typed wrongly three times a device is refused, and typed rightly it is let in', async () => {
  await openMachine(desk.page)
  const typed = desk.page.getByLabel('Code it shows')
  await typed.fill('0000000000')
  for (const left of ['2 tries', '1 try']) {
    await button(desk.page, 'Approve').click()
    await desk.page.locator('.pending .field-error', { hasText: left }).waitFor()
  }
  await button(desk.page, 'Approve').click()
  await typed.waitFor({ state: 'detached' })
  await third.page.reload()
  await third.page.locator('.approval-code').first().waitFor()
  await typed.fill((await third.page.locator('.approval-code code').first().textContent()) ?? '')
  await button(desk.page, 'Approve').click()
  await isOnline(third.page)
})

step('a device that is taken off the list loses the machine at once', async () => {
  const { page } = desk
  await page.getByRole('listitem').filter({ hasText: 'Remove' }).nth(1).getByText('Remove').click()
  expect(await seriousIssues(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await phone.page.locator('.approval-code').waitFor()
})

step('the last that could approve another is taken off on the machine only', async () => {
  const { page } = desk
  await page.getByRole('listitem').filter({ hasText: 'Remove' }).nth(1).getByText('Remove').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await third.page.locator('.approval-code').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Remove' }).first().getByText('Remove').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Remove' }).click()
  await sheet.getByText('It is the last device here').waitFor()
  await sheet.getByText(/^fairlead devices remove /).waitFor()
  await page.keyboard.press('Escape')
})

step('the lock is turned off behind the password, and on again', async () => {
  const { page } = desk
  await page.route(
    '**/v1/tokens',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'fresh_sign_in_required', message: 'give the password again first' } },
      }),
    { times: 1 },
  )
  await button(page, 'Turn the lock off').click()
  await page.getByText('This gives up what keeps the authority itself out.').waitFor()
  expect(await seriousIssues(page)).toEqual([])
  await button(page, 'Turn it off').click()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  await button(page, 'Turn the lock on').waitFor()
  await third.page.reload()
  await isOnline(third.page)
  await button(page, 'Turn the lock on').click()
  await button(page, 'Turn it on').click()
  await button(page, 'Turn the lock off').waitFor()
  await third.page.locator('.approval-code').first().waitFor()
})

step('nothing went elsewhere, and nothing complained', async () => {
  for (const one of [desk, phone, third]) {
    expect([one.strangers, one.complaints]).toEqual([[], []])
  }
})
