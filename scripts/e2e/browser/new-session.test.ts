/**
 * What a session is started with, from a phone: presets made on the machine's screen, the strip in a person's order, the
 * agent's own controls, and a conversation that the agent had already.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Locator } from 'playwright-core'
import type { Session } from '../../../shared/wire/session.ts'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { deskOf, sessionIn } from './testing/desk.ts'
import { type Person, PHONE, person, setUp } from './testing/person.ts'
import { createPlace, type Place } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

const KEY = 'sk-of-the-vendor'

let place: Place
let browser: Browser
let ada: Person
let first: string
const step = createSteps(() => ada?.page)

beforeAll(async () => {
  place = await createPlace(process.env, `browser-new-session-${process.pid}`)
  const ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, PHONE)
  await setUp(ada.page, ready.setupUrl ?? '')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})

const sheet = (): Locator => ada.page.getByRole('dialog')
const act = (name: string): Locator => sheet().getByRole('button', { name, exact: true })
const tiles = (): Promise<string[]> => sheet().locator('.tile-words').allTextContents()
const noIssues = async (): Promise<void> => expect(await seriousIssues(ada.page)).toEqual([])
const openNew = async (): Promise<void> => {
  await ada.page.goto(`${new URL(ada.page.url()).origin}/#/new`)
  await sheet().locator('.tile').first().waitFor()
}
const start = async (): Promise<string> => {
  await act('Start').click()
  await ada.page.waitForURL(/\/s\/s_/)
  return sessionIn(ada.page)
}

step('a model vendor is kept with a key that nobody reads again', async () => {
  const { page } = ada
  await page.locator('.machine-link').first().click()
  await page.getByRole('button', { name: 'Add a model vendor' }).click()
  await sheet().getByLabel('Name').fill('Box')
  await sheet().getByLabel('Whose').selectOption({ label: 'One that speaks like OpenAI' })
  await sheet().getByLabel('Address').fill('http://127.0.0.1:9/v1?key=1')
  await sheet().getByLabel('Key', { exact: true }).fill(KEY)
  await noIssues()
  await act('Save').click()
  await sheet().locator('.refusal p').waitFor()
  expect(await sheet().getByLabel('Key', { exact: true }).inputValue()).toBe(KEY)
  await sheet().getByLabel('Address').fill('http://127.0.0.1:9/v1')
  await act('Save').click()
  const row = page.locator('.row-press', { hasText: 'Box' })
  await row.getByText('Key stored').waitFor()
  await row.click()
  await sheet().getByText('One was stored just now').waitFor()
  expect(await sheet().getByLabel('Key', { exact: true }).inputValue()).toBe('')
  await act('Close').click()
})

step('a preset is made of what the agent offers', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Add a preset' }).click()
  await sheet().getByLabel('Name').fill('Thorough demo')
  await sheet().getByLabel('Agent').selectOption({ label: 'Demo' })
  await sheet().getByLabel('Model', { exact: true }).focus()
  await sheet().locator('datalist option[value="demo-large"]').first().waitFor({ state: 'attached' })
  await sheet().getByLabel('Model', { exact: true }).fill('demo-large')
  await noIssues()
  await act('Save').click()
  await page.locator('.row-press', { hasText: 'Thorough demo' }).getByText('Demo · demo-large').waitFor()
  await noIssues()
})

step('the strip stands in the order that a person gives it', async () => {
  await openNew()
  expect((await tiles())[0]).toContain('Thorough demo')
  await noIssues()
  await act('Arrange').click()
  await act('Thorough demo: down').click()
  await act('Gemini CLI: do not show').click()
  await noIssues()
  await act('Keep this order').click()
  await act('Arrange').waitFor()
  await ada.page.waitForFunction(() => document.querySelector('.tile-words')?.textContent === 'Demo')
  const shown = await tiles()
  expect(shown.slice(0, 2)).toEqual(['Demo', 'Thorough demoDemo'])
  expect(shown).not.toContain('Gemini CLI')
})

step('a session starts as its preset and its sheet say, before its first message is read', async () => {
  await sheet().getByRole('radio', { name: 'Thorough demo' }).check()
  await sheet().getByLabel('Directory').fill(place.work)
  await sheet().getByLabel('First message').fill('title: Mend the parser\nsay: begun')
  await sheet().getByText('Mode, model, effort').click()
  await sheet().getByLabel('Mode', { exact: true }).waitFor()
  expect(await sheet().getByLabel('Model', { exact: true }).inputValue()).toBe('demo-large')
  await sheet().getByLabel('Mode', { exact: true }).selectOption('plan')
  await sheet().getByLabel('Mode', { exact: true }).scrollIntoViewIfNeeded()
  await noIssues()
  first = await start()
  await deskOf(ada.page).sees('begun')
  await ada.page.locator('.session-agent', { hasText: 'Thorough demo' }).waitFor()
  const sessions: Session[] = await place.json(['sessions'])
  const session = sessions.find(({ id }) => id === first)
  expect(session?.preset).toStartWith('ps_')
  const values = session?.controls.map(({ id, value }) => [id, value])
  expect(values).toContainEqual(['mode', 'plan'])
  expect(values).toContainEqual(['model', 'demo-large'])
})

step('an agent that cannot be asked says why, and nothing else of the sheet is lost', async () => {
  await openNew()
  await act('Arrange').click()
  await act('Gemini CLI: show').click()
  await act('Keep this order').click()
  await sheet().getByRole('radio', { name: 'Gemini CLI' }).check()
  await sheet().getByLabel('First message').fill('kept')
  await sheet().getByText('Mode, model, effort').click()
  await sheet().locator('.start-controls').getByRole('button', { name: 'Try again' }).waitFor()
  expect(await sheet().getByLabel('First message').inputValue()).toBe('kept')
  await sheet().getByLabel('First message').fill('')
  await noIssues()
})

step('a conversation that a session has is opened, and one that none has is taken over', async () => {
  const { page } = ada
  await sheet().getByRole('radio', { name: 'Demo', exact: true }).check()
  await act('Go on with one of its conversations').click()
  const row = sheet().locator('.row-press', { hasText: 'Mend the parser' })
  await row.waitFor()
  await noIssues()
  await row.click()
  await page.waitForURL(new RegExp(`/s/${first}$`))
  await place.json(['delete', first])
  await openNew()
  await act('Go on with one of its conversations').click()
  await row.waitFor()
  await sheet().getByLabel('Search').fill('nothing like it')
  await sheet().getByText('None of those shown fits.').waitFor()
  await sheet().getByLabel('Search').fill('parser')
  await row.click()
  await page.waitForURL((url) => /\/s\/s_/.test(url.hash) && !url.hash.endsWith(first))
  await deskOf(page).sees('begun')
})

step('nothing of it went anywhere else or broke the page’s rules', async () => {
  expect(await ada.page.content()).not.toContain(KEY)
  expect(ada).toMatchObject({ strangers: [], complaints: [] })
})
