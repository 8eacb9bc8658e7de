/** What a session does between its turns, on a phone: shut down and woken, set while it is away, and cleared. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { deskOf } from './testing/desk.ts'
import { type Person, PHONE, person, setUp } from './testing/person.ts'
import { createPlace, type Place } from './testing/place.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ada: Person
let origin: string
let machine: string
beforeAll(async () => {
  place = await createPlace(process.env, `living-${process.pid}`)
  const ready = await place.start('all')
  origin = ready.url
  machine = ready.machineId ?? ''
  browser = await openBrowser()
  ada = await person(browser, origin, PHONE)
  await setUp(ada.page, ready.setupUrl ?? '')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})
afterEach(() => expect(ada).toMatchObject({ strangers: [], complaints: [] }))

async function open(text: string) {
  const { id } = await place.json(['new', '--agent', 'demo', '--cwd', place.work, '--', text])
  await ada.page.goto(`${origin}/#/m/${machine}/s/${id}`)
  const desk = deskOf(ada.page)
  await desk.status('Idle')
  return { id, desk, notice: ada.page.locator('.session-notice'), beside: ada.page.locator('.between-turns') }
}

async function choose(item: string): Promise<void> {
  await ada.page.locator('.session').getByRole('button', { name: 'Session', exact: true }).click()
  await ada.page.getByRole('menuitem', { name: item }).click()
}

const sheet = () => ada.page.getByRole('dialog')

test('an idle agent is shut down from the menu; what is set meanwhile waits, and the next message wakes it', async () => {
  const { desk, notice, beside } = await open('say: hello')
  await choose('Shut down for now')
  await notice.getByText('Shut down when idle: resumed where you left off').waitFor()
  const model = ada.page.locator('.session').getByRole('combobox', { name: 'Model' })
  await model.selectOption('demo-large')
  await beside.getByText('What you set is taken when the agent is back.').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await desk.send('recall')
  await desk.sees('say: hello')
  await desk.status('Idle')
  await beside.waitFor({ state: 'detached' })
  expect(await model.inputValue()).toBe('demo-large')
})

test('a conversation is cleared once it was asked: nothing is remembered, all is still there to be read', async () => {
  const { desk } = await open('say: to be forgotten')
  await choose('Clear the conversation')
  await sheet().getByText('What was said stays to be read above.').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await sheet().getByRole('button', { name: 'Keep it' }).click()
  await sheet().waitFor({ state: 'detached' })
  await choose('Clear the conversation')
  await sheet().getByRole('button', { name: 'Clear the conversation' }).click()
  await sheet().waitFor({ state: 'detached' })
  await desk.status('Idle')
  await desk.send('recall')
  await desk.sees('You have said nothing before this.')
  await desk.sees('to be forgotten')
})

test('what was said is found from the list, and leads to its session', async () => {
  const { id } = await open('say: the heron stood very still')
  await ada.page.goto(`${origin}/#/`)
  await ada.page.getByRole('button', { name: 'Filter the list' }).click()
  await ada.page.keyboard.type('heron stood')
  const found = ada.page.getByRole('region', { name: 'In the conversations' })
  await found.locator('mark').first().waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await found.locator('.row-press').first().click()
  await ada.page.waitForURL(new RegExp(id))
  await ada.page.goto(`${origin}/#/`)
  await ada.page.getByRole('searchbox').fill('no such words anywhere')
  await found.getByText('Nothing that was said here has these words.').waitFor()
})

test('a conversation is saved as a file', async () => {
  const { id } = await open('say: worth keeping')
  const { nickname } = (await place.json(['sessions'])).find((one: { id: string }) => one.id === id)
  const download = ada.page.waitForEvent('download')
  await choose('Save as Markdown')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${nickname}.md`)
  expect(await Bun.file(await file.path()).text()).toContain('worth keeping')
})
