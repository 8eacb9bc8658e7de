/** Two people on one authority: one runs it and shares a machine, the other one comes and goes by that. */
import { afterAll, beforeAll, expect } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { startSession } from './testing/desk.ts'
import { DESKTOP, PASSWORD, type Person, PHONE, person, setUp } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

const LONG_MS = 60_000
const MARK = `browser-admin-${process.pid}`

let place: Place
let ready: Ready
let browser: Browser
let ada: Person
let bob: Person
let bobsId = ''
let session = ''

beforeAll(async () => {
  place = await createPlace(process.env, MARK)
  ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, DESKTOP)
  bob = await person(browser, ready.url, PHONE)
}, LONG_MS)

afterAll(async () => {
  await browser?.close()
  await place.end()
}, LONG_MS)

const step = createSteps(() => bob?.page)

const go = (page: Page, to: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash
  }, to)

const sheet = (page: Page) => page.getByRole('dialog')
const closed = (page: Page): Promise<void> => sheet(page).waitFor({ state: 'detached' })
const machine = (): string => `#/m/${ready.machineId}`

step('an admin invites somebody, and is given the link once where no letter can be sent', async () => {
  const { page } = ada
  await setUp(page, ready.setupUrl ?? '')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.locator('.figures').waitFor()
  expect(await seriousIssues(page)).toEqual([])
  await page.getByRole('link', { name: /^Users/ }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await sheet(page).getByLabel('Name').fill('ada')
  await sheet(page).getByRole('button', { name: 'Invite', exact: true }).click()
  await sheet(page).getByText('Somebody has this name already.').waitFor()
  await sheet(page).getByLabel('Name').fill('bob')
  expect(await seriousIssues(page)).toEqual([])
  await sheet(page).getByRole('button', { name: 'Invite', exact: true }).click()
  const link = (await sheet(page).locator('.copy-line code').textContent()) ?? ''
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await page.locator('.row-press', { hasText: 'invited, has not come yet' }).waitFor()
  expect(await page.content()).not.toContain(link)

  await bob.page.goto(link)
  await bob.page.getByLabel('Password').fill(PASSWORD)
  await bob.page.getByRole('button', { name: 'Set password' }).click()
  await bob.page.locator('.shell').waitFor()
  await go(bob.page, '#/admin/users')
  await bob.page.getByText('Only who runs this authority sees this').waitFor()
  await go(bob.page, '#/settings/account')
  bobsId = (await bob.page.locator('code', { hasText: /^u_/ }).first().textContent()) ?? ''
})

step(
  'a machine is shared by an id whose name was seen first, and what is wrong is said at the id',
  async () => {
    const { page } = ada
    await go(page, machine())
    await page.getByRole('button', { name: 'Share with somebody' }).click()
    const id = sheet(page).getByLabel('Their id')
    await id.fill('bob')
    await page.keyboard.press('Enter')
    await sheet(page).getByText('An id begins with u_').waitFor()
    await id.fill(`u_${'0'.repeat(26)}`)
    await page.keyboard.press('Enter')
    await sheet(page).getByText('There is no such account.').waitFor()
    await id.fill(` ${bobsId} `)
    await page.keyboard.press('Enter')
    await sheet(page).getByText('This id is bob').waitFor()
    await sheet(page).getByLabel('Work in it').check()
    expect(await seriousIssues(page)).toEqual([])
    await sheet(page).getByRole('button', { name: 'Share with bob' }).click()
    await closed(page)
    await page.getByText('May see sessions and work in it').waitFor()
  },
)

step('whom it is shared with sees it, whose it is, and a session there', async () => {
  session = await startOne(ada.page)
  await go(bob.page, '#/')
  await bob.page.reload()
  await approve(bob.page)
  await go(bob.page, machine())
  await bob.page.getByText('ada owns').waitFor()
  expect(await seriousIssues(bob.page)).toEqual([])
  await go(bob.page, `${machine()}/s/${session}`)
  await bob.page.getByRole('log').getByText('here it is', { exact: true }).waitFor()
})

const startOne = (page: Page): Promise<string> =>
  go(page, '#/').then(() =>
    startSession(page, { agent: 'Demo', directory: place.work, text: 'say: here it is' }),
  )

/** The machine lets in a new device only after somebody said so there. */
async function approve(page: Page): Promise<void> {
  const code = (await page.locator('.approval-code code').first().textContent()) ?? ''
  await place.json(['devices', 'approve', code.replaceAll(' ', '')])
  await page.locator('.machine-state', { hasText: /online|working/ }).waitFor()
}

step(
  'sharing that ended is said at once on the session that is open, and what helps is offered',
  async () => {
    const { page } = ada
    await go(page, machine())
    await page.locator('.row-press', { hasText: 'May see sessions and work in it' }).click()
    await sheet(page).getByRole('button', { name: 'End', exact: true }).click()
    await sheet(page).getByRole('button', { name: 'End', exact: true }).click()
    await sheet(page).getByText('fairlead rekey').waitFor()
    await sheet(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('Nobody but you.').waitFor()
    await bob.page
      .locator('.session-connection .pill', { hasText: 'You have no access to this machine any more' })
      .waitFor()
    await page.getByRole('tab', { name: 'Acts' }).click()
    await page.locator('.record', { hasText: 'Sharing ended' }).waitFor()
    await page.getByRole('tab', { name: 'Connections' }).click()
    await page.locator('.record', { hasText: 'bob' }).getByText('access ended').first().waitFor()
  },
)

step('whose account is disabled lands at the door and reads why', async () => {
  const { page } = ada
  await go(bob.page, '#/')
  await go(page, '#/admin/users')
  await page.locator('.row-press', { hasText: 'bob' }).click()
  await sheet(page).getByRole('button', { name: 'Disable' }).click()
  await sheet(page).getByRole('button', { name: 'Disable' }).click()
  await sheet(page).getByRole('button', { name: 'Enable' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.row-press', { hasText: 'disabled' }).waitFor()
  await bob.page.evaluate(() => dispatchEvent(new Event('online')))
  await bob.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await bob.page.getByText('Your account is disabled, so you were signed out.').waitFor()
  expect(await seriousIssues(bob.page)).toEqual([])
})

step(
  'a setting is refused in words at its field, keeps what was typed, and is taken when it is right',
  async () => {
    const { page } = ada
    await go(page, '#/admin/settings')
    const limit = page.getByLabel('Machines at most')
    await limit.fill('999')
    await page.keyboard.press('Enter')
    await page.getByText('It takes a whole number from 0 to 50.').waitFor()
    expect(await limit.inputValue()).toBe('999')
    await limit.fill('7')
    await page.keyboard.press('Enter')
    await page.getByText('Set here.').waitFor()
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.getByLabel('Password at the mail host').fill('hush hush hush')
    expect(await seriousIssues(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Replace' }).waitFor()
    expect(await page.content()).not.toContain('hush hush hush')
  },
)

step('the provisioning key is shown once, replaced only after a question, and ended', async () => {
  const { page } = ada
  await go(page, '#/admin/provisioning-key')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await sheet(page).getByRole('button', { name: 'Make a key' }).click()
  const secret = (await sheet(page).locator('.copy-line code').textContent()) ?? ''
  expect(secret).toStartWith('fp_')
  await sheet(page).getByRole('button', { name: 'I have kept it' }).click()
  await page.getByText('There is one').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Replace it' }).click()
  await sheet(page).getByText('stops working at once').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await page.getByRole('button', { name: 'End it' }).click()
  await sheet(page).getByRole('button', { name: 'End it' }).click()
  await page.getByText('There is none.').waitFor()
})

step('no section has anything serious wrong with it, and nobody complained', async () => {
  for (const section of ['machines', 'mail', 'signing-keys', 'records']) {
    await go(ada.page, `#/admin/${section}`)
    await ada.page
      .locator('.settings-link[aria-current]', { hasText: section === 'mail' ? 'Mail' : /./ })
      .waitFor()
    await ada.page.locator('.skeleton').waitFor({ state: 'detached' })
    expect(await seriousIssues(ada.page)).toEqual([])
  }
  for (const { strangers, complaints } of [ada, bob]) {
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
  }
})
