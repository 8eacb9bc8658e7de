/** What a session's screen says and offers when its agent is not there, and when the session is to go. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { deskOf } from './testing/desk.ts'
import { type Person, PHONE, person, setUp } from './testing/person.ts'
import { BROKEN, createPlace, type Place } from './testing/place.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ada: Person
let origin: string
let machine: string
beforeAll(async () => {
  place = await createPlace(process.env, `ends-${process.pid}`)
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

async function open(agent: string, text: string) {
  const { id } = await place.json(['new', '--agent', agent, '--cwd', place.work, '--', text])
  await ada.page.goto(`${origin}/#/m/${machine}/s/${id}`)
  return { id, desk: deskOf(ada.page), notice: ada.page.locator('.session-notice') }
}

test('an agent that cannot start needs you: the first message is kept, and it can be tried again', async () => {
  const { desk, notice, id } = await open(BROKEN, 'say: first')
  await notice.getByText('The agent could not start').waitFor()
  await notice.getByText('Your first message is kept.').waitFor()
  await desk.status('Needs you')
  await desk.log.getByText('say: first').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await desk.send('say: another')
  await desk.holds('say: another')
  await ada.page.getByText('Your text is back. Not sent: The agent could not be started.').waitFor()
  const starts = async (): Promise<number> =>
    (await place.log(id)).filter(({ type, status }) => type === 'session_status' && status === 'exited')
      .length
  const before = await starts()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await desk.status('Needs you')
  await notice.getByText('The agent could not start').waitFor()
  while ((await starts()) === before) await ada.page.evaluate(() => new Promise(requestAnimationFrame))
})

test('an agent that fell over comes back with the next message', async () => {
  const { desk, notice } = await open('demo', 'crash')
  await notice.getByText('The agent’s program ended').waitFor()
  await desk.status('Ended')
  expect(await seriousIssues(ada.page)).toEqual([])
  await desk.send('say: again')
  await desk.sees('again')
  await notice.waitFor({ state: 'detached' })
  await desk.status('Idle')
})

test('an agent is stopped from the menu, and brought back', async () => {
  const { desk, notice } = await open('demo', 'say: hello')
  await desk.status('Idle')
  await desk.choose('Stop the agent')
  await notice.getByText('Stopped').waitFor()
  await notice.getByRole('button', { name: 'Resume' }).click()
  await notice.waitFor({ state: 'detached' })
  await desk.status('Idle')
})

test('a setting that is chosen is the agent’s, and shows as such', async () => {
  const { desk } = await open('demo', 'say: hello')
  await desk.status('Idle')
  const model = ada.page.locator('.session').getByRole('combobox', { name: 'Model' })
  await model.selectOption('Demo Large')
  await ada.page.locator('.control-value', { hasText: 'Demo Large' }).waitFor()
  await ada.page.locator('.controls select:enabled').first().waitFor()
  await ada.page.reload()
  await ada.page.locator('.control-value', { hasText: 'Demo Large' }).waitFor()
})

test('a name that is taken stays to be changed, and a title is a person’s', async () => {
  const { nickname } = await place.json(['new', '--agent', 'demo', '--cwd', place.work])
  const { desk } = await open('demo', 'say: hello')
  await desk.status('Idle')
  await desk.choose('Rename')
  const sheet = ada.page.getByRole('dialog')
  await sheet.getByLabel('Title').fill('A better title')
  await sheet.getByLabel('Nickname').fill(nickname)
  expect(await seriousIssues(ada.page)).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Another session has this nickname.').waitFor()
  await sheet.getByLabel('Nickname').fill('a-free-name')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await ada.page.locator('.session-title', { hasText: 'A better title' }).waitFor()
  await ada.page.locator('.session-nickname', { hasText: 'a-free-name' }).waitFor()
})

test('a session is deleted after it was stopped, and its screen says so wherever it is open', async () => {
  const { desk, id } = await open('demo', 'say: hello')
  await desk.status('Idle')
  const other = await ada.another()
  await other.goto(ada.page.url())
  await deskOf(other).status('Idle')
  await desk.choose('Delete')
  const sheet = ada.page.getByRole('dialog')
  await sheet.getByText('It is stopped first').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await sheet.getByRole('button', { name: 'Delete' }).click()
  for (const page of [ada.page, other]) await page.getByText('This session is gone').waitFor()
  expect((await place.json(['sessions'])).some((session: { id: string }) => session.id === id)).toBe(false)
  await ada.page.getByRole('button', { name: 'All sessions' }).click()
  await ada.page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await other.close()
})

test('an ask that is answered elsewhere settles here, and says where', async () => {
  const { desk, id } = await open('demo', 'run: echo elsewhere')
  await desk.ask.locator('.judged-command').waitFor()
  await place.json(['answer', id, '--allow', 'once'])
  await desk.ask.waitFor({ state: 'detached' })
  await desk.log.getByText('on the machine').waitFor()
  await desk.status('Idle')
})

test('a long conversation opens at its foot, and its beginning comes when the reader goes up', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `say: line ${n}`)
  const { desk } = await open('demo', lines.join('\n'))
  await desk.status('Idle')
  await ada.page.reload()
  await desk.sees('Done')
  const scroller = ada.page.locator('.transcript-scroll')
  const fromFoot = await scroller.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  expect(fromFoot).toBeLessThan(2)
  expect(await desk.log.getByText('say: line 0', { exact: false }).count()).toBe(0)
  while (!(await desk.log.getByText('Start of the conversation').isVisible())) {
    await scroller.evaluate((box) => box.scrollTo(0, 0))
    await ada.page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await desk.log.locator('.entry-prompt').waitFor()
})
