/** What a session does between its turns, on a phone: shut down and woken, set while it is away, and cleared. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { puppetCommand, type Step, steps } from '../../../daemon/testing/puppet.ts'
import type { Session } from '../../../shared/wire/session.ts'
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
  place = await createPlace(process.env, `living-${process.pid}`, {
    FAIRLEAD_AGENT_CODEX: puppetCommand(),
  })
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

async function open(text: string, agent = 'demo') {
  const { id } = await place.json(['new', '--agent', agent, '--cwd', place.work, '--', text])
  await ada.page.goto(`${origin}/#/m/${machine}/s/${id}`)
  const desk = deskOf(ada.page)
  await desk.status('Idle')
  return { id, desk, notice: ada.page.locator('.session-notice'), beside: ada.page.locator('.between-turns') }
}

const sheet = () => ada.page.getByRole('dialog')

test('an idle agent is shut down from the menu; what is set meanwhile waits, and the next message wakes it', async () => {
  const { desk, notice, beside } = await open('say: hello')
  await desk.choose('Shut down for now')
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
  await desk.choose('Clear the conversation')
  await sheet().getByText('What was said stays to be read above.').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await sheet().getByRole('button', { name: 'Keep it' }).click()
  await sheet().waitFor({ state: 'detached' })
  await desk.choose('Clear the conversation')
  await sheet().getByRole('button', { name: 'Clear the conversation' }).click()
  await sheet().waitFor({ state: 'detached' })
  await desk.status('Idle')
  await desk.send('recall')
  await desk.sees('You have said nothing before this.')
  await desk.sees('to be forgotten')
})

test('a conversation is cleared while its agent is shut down, too', async () => {
  const { desk, notice } = await open('say: long ago')
  await desk.choose('Shut down for now')
  await notice.getByText('Shut down when idle').waitFor()
  await desk.choose('Clear the conversation')
  await sheet().getByRole('button', { name: 'Clear the conversation' }).click()
  await desk.sees('Context cleared')
  await desk.send('recall')
  await desk.sees('You have said nothing before this.')
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
  const { id, desk } = await open('say: worth keeping')
  const { nickname } = (await place.json(['sessions'])).find((one: { id: string }) => one.id === id)
  const download = ada.page.waitForEvent('download')
  await desk.choose('Save as Markdown')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${nickname}.md`)
  expect(await Bun.file(await file.path()).text()).toContain('worth keeping')
})

const sessionOf = async (id: string): Promise<Session | undefined> =>
  (await place.json(['sessions'])).find((one: Session) => one.id === id)
const endsOf = async (id: string): Promise<number> =>
  (await place.log(id)).filter(({ type, status }) => type === 'session_status' && status === 'exited').length

/** Brought down again and again, until it is left alone. */
async function untilItRests(id: string): Promise<void> {
  for (let ends = await endsOf(id); (await sessionOf(id))?.restUntil === undefined; ends++) {
    await place.json(['prompt', id, 'crash'])
    while ((await endsOf(id)) === ends) await Bun.sleep(50)
  }
}

test('an agent that ends again and again rests: said here and in the list, and tried by a press', async () => {
  const { id, desk, notice } = await open('say: begun')
  await untilItRests(id)
  await notice.getByText(/^Rests until \d\d:\d\d: its agent ended by itself 5 times/).waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await desk.send('say: tried')
  await ada.page.goto(`${origin}/#/`)
  // A list that was filtered before is whole again.
  await ada.page.reload()
  await ada.page.locator('.row', { hasText: /Rests until \d\d:\d\d, 1 message waits/ }).waitFor()
  await ada.page.goBack()
  await notice.getByRole('button', { name: 'Try now' }).click()
  await desk.sees('tried')
  await notice.waitFor({ state: 'detached' })
})

const began = (id: string, name: string, canStop: boolean): Step => ({
  update: { sessionUpdate: 'async_task_spawned', asyncTaskId: id, name, taskType: 'shell', canStop },
})

test('what is at work beside the turns is counted at the foot, listed on a press, and stopped one by one', async () => {
  const { desk, beside } = await open(
    steps(
      began('b1', 'npm run watch', true),
      began('b2', 'tail -f build.log', false),
      { say: 'both run' },
      { end: 'end_turn' },
      { await: '_session/async_task/stop' },
      { answer: { jsonrpc: '2.0', id: 'stop_task:b1', result: { stopped: true } } },
    ),
    'codex',
  )
  await desk.sees('both run')
  await beside.getByText('2 tasks at work').click()
  await beside.getByText('npm run watch').waitFor()
  expect(await seriousIssues(ada.page)).toEqual([])
  await desk.choose('Clear the conversation')
  await sheet().getByRole('button', { name: 'Clear the conversation' }).click()
  await sheet().getByText('A task of the agent would end with it. Stop it or let it end first.').waitFor()
  await sheet().getByRole('button', { name: 'Keep it' }).click()
  await beside.getByRole('button', { name: 'Stop this' }).click()
  await beside.getByText('1 task at work').waitFor()
  expect(await beside.getByRole('listitem').allTextContents()).toEqual(['tail -f build.logruns'])
})

test('once the last ask here is answered, one press goes on to what waits elsewhere', async () => {
  const other = await place.json(['new', '--agent', 'demo', '--cwd', place.work, '--', 'run: echo waits'])
  const { id, desk } = await open('say: first')
  await desk.send('run: echo here')
  await desk.ask.locator('.judged-command').waitFor()
  const next = ada.page.getByRole('link', { name: `Go on to ${other.nickname}, which needs you` })
  expect(await next.count()).toBe(0)
  await desk.answer('Yes')
  await next.click()
  await ada.page.waitForURL(new RegExp(other.id))
  expect(id).not.toBe(other.id)
  await desk.ask.locator('.judged-command', { hasText: 'echo waits' }).waitFor()
})
