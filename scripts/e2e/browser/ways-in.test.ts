/** Making an account and getting back into one, by real letters, on a phone. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { ask, press, title } from './testing/front.ts'
import { DESKTOP, PASSWORD, type Person, PHONE, person, setUp } from './testing/person.ts'
import { createPlace, type Place } from './testing/place.ts'
import { type LetterBox, startPost } from './testing/post.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

const BEN = 'ben@example.org'
const BENEDICT = 'benedict@example.org'
const NEW_PASSWORD = 'nine blue umbrellas'

let place: Place
let post: LetterBox
let browser: Browser
let origin: string
let ada: Person
let ben: Person
const people: Person[] = []
beforeAll(async () => {
  post = await startPost()
  place = await createPlace(process.env, `ways-in-${process.pid}`, {
    ...post.env,
    FAIRLEAD_REGISTRATION: 'open',
  })
  const ready = await place.start('all')
  origin = ready.url
  browser = await openBrowser()
  ada = await arrives(DESKTOP)
  ben = await arrives(PHONE)
  await setUp(ada.page, ready.setupUrl ?? '')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
  await post?.stop()
})

async function arrives(size: object): Promise<Person> {
  const one = await person(browser, origin, size)
  people.push(one)
  return one
}

const works = createSteps(() => ben?.page)
const step = (name: string, work: (page: Page) => Promise<void>): void =>
  works(name, async () => {
    await work(ben.page)
    for (const { strangers, complaints } of people)
      expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] })
  })

/** What the next letter to this address opens. */
const linkTo = async (address: string): Promise<string> => `${origin}${await post.link(address)}`

async function give(page: Page, password: string, act: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await press(page, act)
}

async function register(page: Page, name: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail address').fill(email)
  await press(page, 'Send the letter')
  await page.getByText(`A letter is on its way to ${email}.`).waitFor()
}

async function addressOf(page: Page): Promise<string> {
  const { body } = await ask(page, 'GET', '/v1/me')
  return body.email
}

step('the sign-in page leads to signing up, and a refusal stands at its field', async (page) => {
  await page.goto(`${origin}/#/settings`)
  await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
  expect(await seriousIssues(page)).toEqual([])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await title(page, 'Create an account')
  expect(page.url()).toBe(`${origin}/register#/settings`)
  await page.getByLabel('Name').fill('Ben Bean')
  await page.getByLabel('E-mail address').fill(BEN)
  await press(page, 'Send the letter')
  await page.locator('.field-error', { hasText: '2 to 32 characters' }).waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(BEN)
  expect(await seriousIssues(page)).toEqual([])
})

step('who typed a wrong address gets back to what they typed', async (page) => {
  await page.getByLabel('Name').fill('ben')
  await press(page, 'Send the letter')
  await title(page, 'Look into your mail')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Look into your mail')
  expect(await seriousIssues(page)).toEqual([])
  await press(page, 'Change what you typed')
  expect(await page.getByLabel('Name').inputValue()).toBe('ben')
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(BEN)
})

step('a link that was cut off says so, and spends nothing', async (page) => {
  await page.goto(`${origin}/confirm#ft_0123`)
  await title(page, 'This link is not whole')
  await press(page, 'Go on')
  await title(page, 'Sign in')
})

step(
  'opening the letter’s link makes no account, whoever opens it; choosing a password does',
  async (page) => {
    const link = await linkTo(BEN)
    for (const opened of [1, 2]) {
      await page.goto('about:blank')
      await page.goto(link)
      await title(page, 'Choose a password')
      expect([opened, page.url()]).toEqual([opened, `${origin}/`])
    }
    await give(page, 'short', 'Create account')
    await page.locator('.field-error', { hasText: 'Take another one' }).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await give(page, PASSWORD, 'Create account')
    await page.locator('.shell').waitFor()
    expect(await addressOf(page)).toBe(BEN)
    const used = await ben.another()
    await used.goto(link)
    await title(used, 'Choose a password')
    await give(used, PASSWORD, 'Create account')
    await used.getByText('If you used it, sign in').waitFor()
    expect(await seriousIssues(used)).toEqual([])
    await press(used, 'Go on')
    await used.locator('.shell').waitFor()
    await used.close()
  },
)

step('a name that was taken meanwhile is asked for again, and what was typed stays', async () => {
  const { page, leave } = await arrives(PHONE)
  await register(page, 'carla', 'carla@example.org')
  const link = await linkTo('carla@example.org')
  await register(page, 'carla', 'carl@example.org')
  await page.goto(await linkTo('carl@example.org'))
  await give(page, PASSWORD, 'Create account')
  await page.locator('.shell').waitFor()
  const other = await arrives(DESKTOP)
  await other.page.goto(link)
  await give(other.page, NEW_PASSWORD, 'Create account')
  await other.page.getByText('Somebody took this name').waitFor()
  expect(await other.page.getByLabel('Password').inputValue()).toBe(NEW_PASSWORD)
  expect(await seriousIssues(other.page)).toEqual([])
  await other.page.getByLabel('Another name').fill('carlotta')
  await press(other.page, 'Create account')
  await other.page.locator('.shell').waitFor()
  expect((await ask(other.page, 'GET', '/v1/me')).body.user.name).toBe('carlotta')
  await leave()
  await other.leave()
})

step(
  'a lost password is set anew, and the keys that still work are shown before the page goes on',
  async (page) => {
    const made = await ask(page, 'POST', '/v1/keys', { name: 'nightly build', scopes: ['read'] })
    expect(made.status).toBe(201)
    expect((await ask(page, 'POST', '/v1/logout')).status).toBe(200)
    await page.goto(origin)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill('not an address')
    await press(page, 'Send the letter')
    await page.getByText('That is not a whole address.').waitFor()
    await page.getByLabel('E-mail address').fill(BEN)
    await press(page, 'Send the letter')
    await title(page, 'Look into your mail')
    await page.goto(await linkTo(BEN))
    await title(page, 'Set a new password')
    expect(page.url()).toBe(`${origin}/`)
    await give(page, NEW_PASSWORD, 'Set password')
    await title(page, 'Your password is set')
    await page.locator('.front-list', { hasText: 'nightly build' }).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await press(page, 'Look at the keys')
    await page.locator('.shell').waitFor()
    expect(page.url()).toBe(`${origin}/#/settings/keys`)
    expect(await post.told(BEN)).toContain('Your password was changed')
  },
)

step('a new address counts once its letter was answered by a press', async (page) => {
  expect((await ask(page, 'PUT', '/v1/email', { email: BENEDICT })).status).toBe(200)
  const link = await linkTo(BENEDICT)
  const reader = await arrives(DESKTOP)
  await reader.page.goto(link)
  await title(reader.page, 'Is this your address?')
  expect(await addressOf(page)).toBe(BEN)
  await press(reader.page, 'Yes, it is mine')
  await title(reader.page, 'Your address is set')
  expect(await seriousIssues(reader.page)).toEqual([])
  await press(reader.page, 'Go on')
  await title(reader.page, 'Sign in')
  expect(await addressOf(page)).toBe(BENEDICT)
  await reader.leave()
})

step(
  'the address before takes it back: everybody is signed out, and a new password is next',
  async (page) => {
    const reader = await arrives(DESKTOP)
    await reader.page.goto(await linkTo(BEN))
    await title(reader.page, 'Take your address back?')
    await reader.page.getByText('Its password stays as it is, and so do its API keys.').waitFor()
    expect(await seriousIssues(reader.page)).toEqual([])
    await press(reader.page, 'Take it back')
    await title(reader.page, 'Your address is back')
    expect(await seriousIssues(reader.page)).toEqual([])
    await page.reload()
    await page.getByText('You were signed out').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await reader.page.getByRole('link', { name: 'Set a new password' }).click()
    await reader.page.getByLabel('E-mail address').fill(BEN)
    await press(reader.page, 'Send the letter')
    await reader.page.goto(await linkTo(BEN))
    await give(reader.page, PASSWORD, 'Set password')
    await press(reader.page, 'Go on')
    await reader.page.locator('.shell').waitFor()
    await reader.leave()
  },
)

step(
  'a device that was retired elsewhere is told so at the door, and lets its person in again',
  async (page) => {
    await page.getByLabel('Name or e-mail address').fill(BEN)
    await give(page, PASSWORD, 'Sign in')
    await page.locator('.shell').waitFor()
    const { body: devices } = await ask(page, 'GET', '/v1/devices')
    const own: { id: string } = devices.find(({ current }: { current: boolean }) => current)
    expect((await ask(page, 'DELETE', `/v1/devices/${own.id}`)).status).toBe(200)
    await page.reload()
    await page.getByText('This device was retired').waitFor()
    await page.getByText('What you were looking at comes back').waitFor()
    await page.getByLabel('Name or e-mail address').fill('ben')
    await give(page, PASSWORD, 'Sign in')
    await page.locator('.shell').waitFor()
  },
)

step('who was invited chooses a password, and is in', async () => {
  const invited = await ask(ada.page, 'POST', '/v1/admin/users', { name: 'dora' })
  expect(invited.status).toBe(201)
  const dora = await arrives(PHONE)
  await dora.page.goto(invited.body.link)
  await title(dora.page, 'You are invited')
  expect(await seriousIssues(dora.page)).toEqual([])
  await give(dora.page, PASSWORD, 'Set password')
  await dora.page.locator('.shell').waitFor()
  await dora.leave()
})

step('where there is no way in by oneself, each page says what to do instead', async () => {
  const { page, leave } = await arrives(PHONE)
  const says = { registration: 'invite', mail: false, domains: [] }
  await page.route('**/v1/instance', (route) => route.fulfill({ json: says }))
  await page.goto(origin)
  await page.getByText('ask whoever runs this authority for an invitation').waitFor()
  await page.getByText('Lost your password?').waitFor()
  expect(await page.getByRole('link').count()).toBe(0)
  expect(await seriousIssues(page)).toEqual([])
  await page.goto(`${origin}/register`)
  await title(page, 'Nobody can sign up here')
  await page.goto(`${origin}/forgot`)
  await page.getByText('No letters are sent from here.').waitFor()
  expect(await seriousIssues(page)).toEqual([])
  await leave()
})

step('an authority that is gone for a moment loses neither what was typed nor the link', async () => {
  const { page, leave } = await arrives(DESKTOP)
  await page.goto(`${origin}/forgot`)
  await title(page, 'Forgot your password?')
  await page.route('**/v1/forgot', (route) => route.abort(), { times: 1 })
  await page.keyboard.type('carla@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('The authority does not answer.').waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('carla@example.org')
  await page.keyboard.press('Enter')
  await title(page, 'Look into your mail')
  await page.goto(await linkTo('carla@example.org'))
  await title(page, 'Set a new password')
  await page.route('**/v1/reset', (route) => route.abort(), { times: 1 })
  await page.keyboard.type(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The authority does not answer.').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.shell').waitFor()
  await leave()
})
