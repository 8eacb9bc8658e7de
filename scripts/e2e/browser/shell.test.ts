/** The screens around a session: what they keep when something goes wrong, and how a person moves between them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { startSession } from './testing/desk.ts'
import { DESKTOP, type Person, PHONE, person, signIn } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'

const LONG_MS = 60_000
const MARK = `browser-shell-${process.pid}`

let place: Place
let ready: Ready
let browser: Browser
let ada: Person
let page: Page

beforeAll(async () => {
  place = await createPlace(process.env, MARK)
  ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, DESKTOP)
  page = ada.page
}, LONG_MS)

afterAll(async () => {
  await browser?.close()
  await place.end()
}, LONG_MS)

const go = (to: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash
  }, to)

const sheet = () => page.getByRole('dialog')

/** Whether a draft is in the browser's own store: what is typed gets there a moment later. */
const isStored = async (text: string): Promise<boolean> => {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('fairlead')
    request.onsuccess = () => resolve(request.result)
  })
  const drafts = db.transaction('drafts').objectStore('drafts').getAll()
  const all = await new Promise<unknown[]>((resolve) => {
    drafts.onsuccess = () => resolve(drafts.result)
  })
  db.close()
  return all.includes(text)
}

test(
  'set-up says what is wrong at its field, and takes the link out of the address',
  async () => {
    await page.goto(ready.setupUrl ?? '')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('too short')
    await page.keyboard.press('Enter')
    await page.getByLabel('Password').and(page.locator('[aria-invalid]')).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('ada')
    expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('new-password')
    expect(await seriousIssues(page)).toEqual([])
    await setUpAgain()
    await page.getByText('online').waitFor()
  },
  LONG_MS,
)

async function setUpAgain(): Promise<void> {
  await page.getByLabel('Password').fill('seven green bottles')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('.shell').waitFor()
}

test(
  'a start that is refused keeps everything that was typed, and the next one begins as the last did',
  async () => {
    await page.keyboard.press('n')
    await sheet().getByRole('radio', { name: 'Demo', exact: true }).check()
    await sheet().getByLabel('Directory').fill('/no/such/place')
    await sheet().getByLabel('First message').fill('say: kept')
    await sheet().getByLabel('Nickname').fill('heron')
    await sheet().getByRole('button', { name: 'Start', exact: true }).click()
    await sheet().getByText('This directory does not exist on the machine.').waitFor()
    expect(await sheet().getByLabel('First message').inputValue()).toBe('say: kept')
    for (const text of ['say: kept', 'demo']) while (!(await page.evaluate(isStored, text))) {}
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('online').waitFor()
    await page.keyboard.press('n')
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.first-message')?.value === 'say: kept',
    )
    await sheet().getByLabel('Directory').fill(place.work)
    await sheet().getByLabel('Nickname').fill('heron')
    expect(await seriousIssues(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/\/s\/s_/)
    await page.goBack()
    await page.getByRole('button', { name: 'New session', exact: true }).click()
    expect(await sheet().getByLabel('Directory').inputValue()).toBe(place.work)
    expect(await sheet().getByLabel('First message').inputValue()).toBe('')
    await sheet().getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).click()
    await page.waitForURL(/\/s\/s_/)
  },
  LONG_MS,
)

test(
  'what needs you comes first, is counted in the title, and is found by the keyboard alone',
  async () => {
    await go('#/')
    await startSession(page, {
      agent: 'Demo',
      directory: place.work,
      text: 'title: Push it\nrun: echo hello',
    })
    await go('#/')
    const first = page.locator('.row-press').first()
    await first.getByText('Asks: ').waitFor()
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    expect(await page.locator('link[data-when=needs-you]').getAttribute('media')).toBe('all')
    await page.keyboard.press('/')
    await page.keyboard.type('push demo')
    expect(await page.locator('.row-press').count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await first.evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/s\/s_/)
    await page.waitForFunction(() => document.activeElement?.closest('main') !== null)
    await page.keyboard.press('Escape')
    await go('#/')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
  },
  LONG_MS,
)

test(
  'back leads where the person came from, and home where that was another page',
  async () => {
    await go('#/')
    await page.locator('.machine-link').click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await page.keyboard.press('n')
    await sheet().waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/#\/m\//)
    await page.goBack()
    await page.waitForURL(/#\/$/)
    const other = await ada.another()
    await other.setViewportSize(PHONE.viewport)
    await other.goto(`${ready.url}/#/settings`)
    await other.getByRole('button', { name: 'Back' }).click()
    await other.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
    await other.close()
  },
  LONG_MS,
)

test(
  'a machine says what it is, and commands from elsewhere can be turned off and on again',
  async () => {
    await page.locator('.machine-link').click()
    await page.locator('.fingerprint-words').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await page.getByRole('button', { name: 'Turn off' }).click()
    await sheet().getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off. From elsewhere').waitFor()
    await page.keyboard.press('n')
    await sheet().getByText('On none of your machines').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await sheet().getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('On. Your devices').waitFor()
    await go('#/')
    await startSession(page, { agent: 'Demo', directory: place.work, text: 'say: on again' })
  },
  LONG_MS,
)

test(
  'a machine is added by a command, and a code that was lost is replaced',
  async () => {
    await go('#/add')
    await sheet().getByLabel('Name').fill('attic')
    await page.keyboard.press('Enter')
    await sheet().getByText('fairlead enroll --url').waitFor()
    const code = sheet().getByText(/^fe_/)
    expect(await code.textContent()).toMatch(/^fe_[0-9a-z]+\.[\w-]{22}$/)
    expect(await seriousIssues(page)).toEqual([])
    await sheet().getByRole('button', { name: 'To attic' }).click()
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByText(/^fe_/).waitFor()
    await page.getByRole('button', { name: 'Remove attic' }).click()
    await sheet().getByRole('button', { name: 'Remove', exact: true }).click()
    await page.waitForURL(/#\/$/)
  },
  LONG_MS,
)

test(
  'a second browser shows its code, is let in by it, and is retired from the first',
  async () => {
    const other = await person(browser, ready.url, PHONE)
    await signIn(other.page, ready.url)
    const code = (await other.page.locator('.approval-code code').textContent()) ?? ''
    expect(await seriousIssues(other.page)).toEqual([])
    await page.locator('.machine-link').first().click()
    await page.getByLabel('Code it shows').fill(code.toUpperCase())
    await page.getByRole('button', { name: 'Approve' }).click()
    await other.page.locator('.row-press').first().waitFor()
    await go('#/settings/devices')
    await page.locator('.devices .row').nth(1).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await page.locator('.devices .row').filter({ hasNotText: 'This browser' }).getByRole('button').click()
    await sheet().getByRole('button', { name: 'Retire' }).click()
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await other.page.getByText('This device was retired').count()).toBe(1)
    expect(other.complaints).toEqual([])
    await other.leave()
  },
  LONG_MS,
)

test(
  'without its authority the page says so, keeps what it had, and comes back by itself',
  async () => {
    await go('#/')
    await place.kill('all')
    await page.locator('.pill-reconnecting').waitFor()
    expect(await page.locator('.row-press').count()).toBeGreaterThan(2)
    await page.keyboard.press('n')
    await sheet().getByLabel('First message').fill('say: from the dark')
    await sheet().getByRole('button', { name: 'Start', exact: true }).click()
    await sheet().getByText('It starts as soon as').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Starts as soon as the machine is reached').waitFor()
    await place.start('all')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.locator('.pill-reconnecting').waitFor({ state: 'detached', timeout: 30_000 })
    await page.getByText('Starts as soon as').waitFor({ state: 'detached' })
    expect(await place.json(['sessions'])).toSatisfy((all: { title: string }[]) =>
      all.some(({ title }) => title.includes('from the dark')),
    )
    expect(ada.complaints).toEqual([])
    expect(ada.strangers).toEqual([])
  },
  LONG_MS,
)

test(
  'signing out leads to the door, and back in to the same place',
  async () => {
    await go('#/settings')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByText('Name or password is wrong.').waitFor()
    await page.getByLabel('Password').fill('seven green bottles')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  },
  LONG_MS,
)
