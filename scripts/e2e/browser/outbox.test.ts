/**
 * What was typed and sent, whatever happens in between: kept while the machine is away, over a reload, by two tabs, when
 * it is handed over twice, and when it is too old to be sent again.
 */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { deskOf } from './testing/desk.ts'
import { DESKTOP, type Person, person, setUp } from './testing/person.ts'
import { createPlace, type Place, QUEUEING } from './testing/place.ts'
import { draftKept, type Kept, keep, nothingKept } from './testing/shelf.ts'

setDefaultTimeout(60_000)

const HOUR_MS = 3_600_000

let place: Place
let browser: Browser
let ada: Person
let origin: string
let machine: string
beforeAll(async () => {
  place = await createPlace(process.env, `outbox-${process.pid}`)
  const ready = await place.start('all')
  origin = ready.url
  machine = ready.machineId ?? ''
  browser = await openBrowser()
  ada = await person(browser, origin, DESKTOP)
  await setUp(ada.page, ready.setupUrl ?? '')
  await place.kill('all')
  await place.start('authority')
  await place.start('daemon')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})
afterEach(() => expect(ada).toMatchObject({ strangers: [], complaints: [] }))

/** A session of its own, open in a page. */
async function open(agent: string, page: Page, text = 'say: hello'): Promise<string> {
  const { id } = await place.json(['new', '--agent', agent, '--cwd', place.work, '--', text])
  await page.goto(`${origin}/#/m/${machine}/s/${id}`)
  await deskOf(page).log.locator('.entry-prompt').first().waitFor()
  return id
}

const prompts = async (session: string): Promise<unknown[]> =>
  (await place.log(session)).filter(({ type }) => type === 'prompt').map(({ text }) => text)

const connected = (page: Page): Promise<void> =>
  page.locator('.session-connection .pill').waitFor({ state: 'detached', timeout: 40_000 })

const entry = (session: string, text: string, at: number): Kept => ({
  key: `key-of-${session}-${at}`.slice(0, 60),
  at,
  command: { do: 'prompt', session, text },
  state: { is: 'queued' },
  tries: 1,
})

test('sent while the machine is away: kept over a reload and seen in another tab, and it arrives once', async () => {
  const { page } = ada
  const session = await open('demo', page)
  const other = await ada.another()
  await other.goto(page.url())
  await deskOf(other).sees('hello')
  await place.kill('daemon')
  await page.locator('.session-connection .pill').waitFor()
  await deskOf(page).send('say: kept')
  await deskOf(page).sees('Kept here until the machine is reached')
  await deskOf(other).sees('Kept here until the machine is reached')
  await page.reload()
  await place.start('daemon')
  for (const each of [page, other]) {
    await connected(each)
    await deskOf(each).sees('kept')
    await each.locator('.prompt-queued, .prompt-sending').first().waitFor({ state: 'detached' })
    expect(await deskOf(each).log.locator('.entry-prompt', { hasText: 'say: kept' }).count()).toBe(1)
  }
  expect(await prompts(session)).toEqual(['say: hello', 'say: kept'])
  await other.close()
})

test('two tabs send at once: both messages arrive, each once', async () => {
  const { page } = ada
  const session = await open('demo', page)
  const other = await ada.another()
  await other.goto(page.url())
  await deskOf(other).sees('hello')
  await Promise.all([deskOf(page).send('say: from one'), deskOf(other).send('say: from two')])
  for (const text of ['from one', 'from two']) await deskOf(page).sees(text)
  expect((await prompts(session)).toSorted()).toEqual(['say: from one', 'say: from two', 'say: hello'])
  await other.close()
})

test('handed over a second time under the same key: the machine has it once', async () => {
  const { page } = ada
  const session = await open('demo', page)
  const again = entry(session, 'say: once', Date.now())
  for (let round = 0; round < 2; round++) {
    await keep(page, machine, again)
    await page.reload()
    await deskOf(page).sees('once')
    await page.waitForFunction(() => document.querySelector('.prompt-queued, .prompt-sending') === null)
  }
  expect(await prompts(session)).toEqual(['say: hello', 'say: once'])
  await nothingKept(page)
})

test('too old to be sent again: not known, until a person asks the machine or sends it anew', async () => {
  const { page } = ada
  const session = await open('demo', page)
  await keep(page, machine, entry(session, 'say: of yesterday', Date.now() - 25 * HOUR_MS))
  await page.reload()
  const desk = deskOf(page)
  await desk.sees('Not known whether this arrived')
  await desk.log.getByRole('button', { name: 'Check' }).click()
  // The machine remembers for a day: that it knows nothing means nothing.
  await desk.sees('Not known whether this arrived')
  expect(await prompts(session)).toEqual(['say: hello'])
  await desk.log.getByRole('button', { name: 'Send again' }).click()
  await desk.sees('of yesterday')
  expect(await prompts(session)).toEqual(['say: hello', 'say: of yesterday'])
})

test('not known, and the machine says that it never came: the text is in the composer again', async () => {
  const { page } = ada
  const session = await open('demo', page)
  await keep(page, machine, entry(session, 'say: lost', Date.now() - 23.5 * HOUR_MS))
  await page.reload()
  const desk = deskOf(page)
  await desk.log.getByRole('button', { name: 'Check' }).click()
  await desk.holds('say: lost')
  await page.getByText('Your text is back. Not sent: The machine has not applied this.').waitFor()
  expect(await prompts(session)).toEqual(['say: hello'])
})

test('refused: the reason is said and the text is in the composer again', async () => {
  const { page } = ada
  const session = await open(QUEUEING, page, 'hang')
  await deskOf(page).status('Working')
  for (let n = 0; n < 8; n++) await place.json(['prompt', session, `say: ${n}`])
  await deskOf(page).send('say: one too many')
  await page.getByText('Too many messages wait already.').waitFor()
  await deskOf(page).holds('say: one too many')
  expect(await prompts(session)).toHaveLength(9)
  await nothingKept(page)
})

test('a draft outlives the tab', async () => {
  const { page } = ada
  await open('demo', page)
  await deskOf(page).composer.fill('half a thought')
  await draftKept(page, 'half a thought')
  const url = page.url()
  await page.close()
  ada.page = await ada.another()
  await ada.page.goto(url)
  await deskOf(ada.page).holds('half a thought')
})
