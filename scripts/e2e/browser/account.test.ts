/** The settings of an account: its keys, its sign-ins, its password, its address, and what they end elsewhere. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { DESKTOP, PASSWORD, type Person, PHONE, person, setUp, signIn } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'
import { type LetterBox, startPost } from './testing/post.ts'

const LONG_MS = 60_000
const MARK = `browser-account-${process.pid}`
const SECTIONS = ['account', 'password', 'email', 'sign-ins', 'devices', 'keys', 'appearance', 'about']
const ADDRESS = 'ada@example.org'

let post: LetterBox
let place: Place
let ready: Ready
let browser: Browser
let ada: Person
let page: Page

beforeAll(async () => {
  post = await startPost()
  place = await createPlace(process.env, MARK, post.env)
  ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, DESKTOP)
  page = ada.page
}, LONG_MS)

afterAll(async () => {
  await browser?.close()
  await place.end()
  await post.stop()
}, LONG_MS)

const go = (to: string, where: Page = page): Promise<void> =>
  where.evaluate((hash) => {
    location.hash = hash
  }, to)

const sheet = (where: Page = page) => where.getByRole('dialog')
const press = (name: string, where: Page = page): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click()

/** Enter, once the form is drawn as one that can be sent: until then a browser sends it to nobody. */
const enter = async (form: Locator): Promise<void> => {
  await form.locator('[type=submit]:enabled').waitFor()
  await form.page().keyboard.press('Enter')
}

/** The next request to `path` is refused as if the password had been given long ago. */
const staleOnce = async (where: Page, path: string): Promise<void> => {
  const stale = { error: { code: 'fresh_sign_in_required', message: 'give the password again first' } }
  await where.route(`**${path}`, (route) => route.fulfill({ status: 403, json: stale }), { times: 1 })
}

const asKey = async (secret: string): Promise<{ status: number; body: string }> => {
  const answer = await fetch(`${ready.url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  return { status: answer.status, body: await answer.text() }
}

test(
  'every section of the settings opens by itself, on a desktop and on a phone, and is accessible',
  async () => {
    await setUp(page, ready.setupUrl ?? '')
    for (const section of SECTIONS) {
      await go(`#/settings/${section}`)
      await page.locator('.settings-part .skeleton').waitFor({ state: 'detached' })
      await page.locator(`.settings-link[href="#/settings/${section}"][aria-current]`).waitFor()
      expect(await seriousIssues(page)).toEqual([])
    }
    const small = await ada.another()
    await small.setViewportSize(PHONE.viewport)
    await small.goto(`${ready.url}/#/settings`)
    await small.getByRole('link', { name: /^API keys/ }).click()
    await small.getByRole('heading', { name: 'API keys', exact: true }).waitFor()
    expect(await small.locator('.settings-nav').isVisible()).toBe(false)
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
    await small.getByRole('button', { name: 'Back' }).click()
    await small.getByRole('link', { name: /^Devices/ }).waitFor()
    await small.close()
  },
  LONG_MS,
)

test(
  'a key is shown once and works until it is revoked; a password asked for on the way loses nothing typed',
  async () => {
    await go('#/settings/keys')
    await press('Make a key')
    await sheet().getByRole('textbox', { name: 'Name' }).fill('nightly build')
    await staleOnce(page, '/v1/keys')
    await enter(sheet())
    const again = page.getByRole('dialog', { name: 'Your password once more' })
    await again.getByLabel('Password').fill('not this one')
    await enter(again)
    await again.getByText('This is not your password.').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await again.getByRole('button', { name: 'Cancel' }).click()
    expect(await sheet().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('nightly build')
    await staleOnce(page, '/v1/keys')
    await sheet().getByRole('button', { name: 'Make a key' }).click()
    await again.getByLabel('Password').fill(PASSWORD)
    await enter(again)
    const made = page.getByRole('dialog', { name: 'Keep this key now' })
    const secret = (await made.locator('.copy-line code').textContent()) ?? ''
    expect(await seriousIssues(page)).toEqual([])
    expect((await asKey(secret)).status).toBe(200)
    await press('I have kept it')
    await page.locator('.row', { hasText: 'nightly build' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    await press('Revoke')
    await sheet().getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    expect((await asKey(secret)).body).toContain('api_key_revoked')
  },
  LONG_MS,
)

test(
  'a sign-in ended elsewhere lands at the door with words, and so does one ended by another password',
  async () => {
    const other = await person(browser, ready.url, PHONE)
    await signIn(other.page, ready.url)
    await go('#/settings/sign-ins')
    await page.locator('.settings-part .row').nth(1).waitFor()
    await press('End')
    await sheet().getByRole('button', { name: 'End', exact: true }).click()
    await other.page.getByText('You were signed out: from another device').waitFor()
    await page.getByText('This is the only one.').waitFor()
    await signIn(other.page, ready.url)
    await page.reload()
    await press('End all others')
    await sheet().getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('1 sign-in ended.').waitFor()
    await other.page.getByText('You were signed out: from another device').waitFor()
    await signIn(other.page, ready.url)
    await go('#/settings/password')
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('short')
    await press('Change password')
    await page.getByText('Take another one').waitFor()
    await page.getByLabel('New password').fill('eight blue lanterns')
    await press('Change password')
    await page.getByText('This is not your password.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await press('Change password')
    await page.getByText('Your password was changed').waitFor()
    await other.page.getByText('You were signed out').waitFor()
    // Back to the one that every other test types.
    await page.getByLabel('Current password').fill('eight blue lanterns')
    await page.getByLabel('New password').fill(PASSWORD)
    await press('Change password')
    await page.getByText('Your password was changed').waitFor()
    expect(other.complaints).toEqual([])
    await other.leave()
  },
  LONG_MS,
)

test(
  'an address counts once its letter was answered, and the one before it can take the change back',
  async () => {
    const addAddress = async (address: string): Promise<void> => {
      await go('#/settings/email')
      await page.getByRole('textbox').fill(address)
      await press('Send the link')
      await page.getByText(`A letter is on its way to ${address}`).waitFor()
      const letter = await ada.another()
      await letter.goto(`${ready.url}${await post.link(address)}`)
      expect(new URL(letter.url()).hash).toBe('')
      await press('Yes, it is mine', letter)
      await letter.getByText(`${address} is the address of your account now`).waitFor()
      await letter.close()
      await page.reload()
    }
    await go('#/settings/email')
    await page.getByRole('textbox').fill('no address')
    await press('Send the link')
    await page.getByText('Write it as name@domain.').waitFor()
    await addAddress(ADDRESS)
    await page.locator('.row', { hasText: ADDRESS }).getByText('verified').waitFor()
    await addAddress('thief@example.org')
    const undo = await ada.another()
    await undo.goto(`${ready.url}${await post.link(ADDRESS)}`)
    await press('Take it back', undo)
    await undo.getByText(`${ADDRESS} is the address of your account again`).waitFor()
    await page.getByText('the address of your account was changed').waitFor()
    await undo.close()
    expect(ada.complaints).toEqual([])
    expect(ada.strangers).toEqual([])
  },
  LONG_MS,
)
