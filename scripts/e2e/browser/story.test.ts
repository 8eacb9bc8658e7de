/**
 * The main job in a browser, on a phone and on a desktop: from the set-up link to a command that was approved after the
 * machine had died under it. Everything between is real: authority, relay, circuits, daemon, keeper, agent.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { type Desk, deskOf, startSession } from './testing/desk.ts'
import { DESKTOP, type Person, PHONE, person, setUp, signIn } from './testing/person.ts'
import { createPlace, type Place, QUEUEING_NAME, type Ready } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

const FIRST = [
  'title: Mend the parser',
  'words: 30 20',
  'run: echo approved > ran.txt; cat ran.txt',
  'write: notes.md one\\ntwo',
  'ask: Which way? | Short | Long',
  // What is said in mid-turn comes between two of these, however slow the machine is.
  ...Array<string>(100).fill('words: 10 20'),
  'hang',
].join('\n')

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_, size) => {
  let place: Place
  let browser: Browser
  let ready: Ready
  let ada: Person
  let desk: Desk
  let session: string
  const step = createSteps(() => ada?.page)
  /** Every message that was meant to arrive, by session. */
  const given = new Map<string, string[]>()

  beforeAll(async () => {
    place = await createPlace(process.env, `browser-story-${process.pid}-${size.viewport.width}`)
    ready = await place.start('all')
    browser = await openBrowser()
    ada = await person(browser, ready.url, size)
    desk = deskOf(ada.page)
  })
  afterAll(async () => {
    await browser?.close()
    await place?.end()
  })

  const send = async (text: string): Promise<void> => {
    given.get(session)?.push(text)
    await desk.send(text)
  }
  const start = async (agent: string, text: string): Promise<void> => {
    session = await startSession(ada.page, { agent, directory: place.work, text })
    given.set(session, [text])
  }
  const home = async (): Promise<void> => {
    const back = ada.page.locator('.session-back button')
    if (await back.isVisible()) await back.click()
  }

  step('the set-up link makes the first account, and this machine is online', async () => {
    const { page } = ada
    await setUp(page, ready.setupUrl ?? '')
    expect(page.url()).not.toContain(ready.setupUrl?.split('#')[1] ?? '')
    expect(await seriousIssues(page)).toEqual([])
  })

  step('a session is started, and streams', async () => {
    await start('Demo', FIRST)
    await desk.status('Working')
    await desk.log.getByText('word3').waitFor()
  })

  step('a command is approved that was seen in full', async () => {
    const command = desk.ask.locator('.judged-command')
    await command.waitFor()
    expect(await command.textContent()).toBe('echo approved > ran.txt; cat ran.txt')
    await desk.status('Needs you')
    expect(await ada.page.title()).toStartWith('(1) ')
    expect(await seriousIssues(ada.page)).toEqual([])
    expect(existsSync(join(place.work, 'ran.txt'))).toBe(false)
    await desk.answer('Yes')
  })

  step('a change is approved by its diff', async () => {
    await desk.ask.locator('.diff-added').first().waitFor()
    expect(readFileSync(join(place.work, 'ran.txt'), 'utf8')).toBe('approved\n')
    expect(await desk.ask.locator('.diff-added .diff-text').allTextContents()).toEqual([
      'added one',
      'added two',
    ])
    await desk.answer('Yes')
  })

  step('a question is answered', async () => {
    await desk.ask.getByText('Long', { exact: true }).click()
    expect(readFileSync(join(place.work, 'notes.md'), 'utf8')).toBe('one\ntwo')
    expect(await seriousIssues(ada.page)).toEqual([])
    await desk.answer('Send answer')
    await desk.log.getByText('You chose Long.').waitFor()
  })

  step('it is corrected in mid-turn', async () => {
    await send('say: as corrected')
    await desk.sees('Read mid-turn')
    await desk.sees('as corrected')
    // The cards that came and went did not take the reader from the foot.
    expect(await ada.page.locator('.new-pill').count()).toBe(0)
  })

  step('it is stopped', async () => {
    await ada.page.getByRole('button', { name: 'Stop', exact: true }).click()
    await desk.sees('Stopped')
    await desk.status('Idle')
    expect(await seriousIssues(ada.page)).toEqual([])
  })

  step(
    'the tab is closed in mid-stream and opened again: nothing is missing, nothing is there twice',
    async () => {
      await send('words: 120 15')
      await desk.log.getByText('word3 ').last().waitFor()
      const { page } = ada
      const url = page.url()
      ada.page = await ada.another()
      desk = deskOf(ada.page)
      await page.close()
      await ada.page.goto(url)
      await desk.log.getByText('word120').waitFor()
      await desk.status('Idle')
      const words = (await desk.log.locator('.entry-message').last().textContent()) ?? ''
      expect<readonly string[] | null>(words.match(/word\d+/g)).toEqual(
        Array.from({ length: 120 }, (_, n) => `word${n + 1}`),
      )
    },
  )

  step('a message that waits is taken back, and is in the composer again', async () => {
    await home()
    await start(QUEUEING_NAME, 'words: 400 20')
    await desk.status('Working')
    await send('say: never mind')
    const queued = ada.page.locator('.queued')
    await queued.getByText('say: never mind').waitFor()
    await desk.holds('')
    await queued.getByRole('button', { name: 'Take back' }).click()
    await desk.sees('Taken back')
    await queued.waitFor({ state: 'detached' })
    await desk.holds('say: never mind')
    await desk.composer.fill('')
    await ada.page.getByRole('button', { name: 'Stop', exact: true }).click()
    await desk.status('Idle')
  })

  step('the machine is killed with an approval open; the approval is given after it came back', async () => {
    await send('run: echo survived > survived.txt')
    await desk.ask.locator('.judged-command').waitFor()
    await place.kill('all')
    await ada.page.locator('.session-connection .pill').waitFor()
    expect(await desk.pill()).not.toBe('')
    expect(await seriousIssues(ada.page)).toEqual([])
    await desk.composer.fill('say: typed while it was dead')
    await place.start('authority')
    await place.start('daemon')
    await ada.page.locator('.session-connection .pill').waitFor({ state: 'detached', timeout: 40_000 })
    await desk.holds('say: typed while it was dead')
    expect(existsSync(join(place.work, 'survived.txt'))).toBe(false)
    await desk.answer('Yes')
    await desk.status('Idle')
    expect(readFileSync(join(place.work, 'survived.txt'), 'utf8')).toBe('survived\n')
    await send('say: typed while it was dead')
    await desk.sees('typed while it was dead')
  })

  step('a second browser is let in once its code was typed into the first', async () => {
    const other = await person(browser, ready.url, size)
    await signIn(other.page, ready.url)
    await other.page.goto(ada.page.url())
    const code = other.page.locator('.shell-main .approval-code code')
    await code.waitFor()
    expect(await seriousIssues(other.page)).toEqual([])
    const url = ada.page.url()
    await ada.page.goto(url.replace(/\/s\/.*/, ''))
    await ada.page.getByLabel('Code it shows').fill((await code.textContent()) ?? '')
    expect(await seriousIssues(ada.page)).toEqual([])
    await ada.page.getByRole('button', { name: 'Approve' }).click()
    await deskOf(other.page).sees('typed while it was dead')
    await ada.page.goto(url)
    expect(other).toMatchObject({ strangers: [], complaints: [] })
    await other.leave()
  })

  step(
    'the network goes and the authority is started anew: what was sent meanwhile arrives once',
    async () => {
      await desk.sees('typed while it was dead')
      await ada.context.setOffline(true)
      await place.kill('authority')
      await ada.page.locator('.session-connection .pill').waitFor()
      await send('say: from the dark')
      await desk.sees('Kept here until the machine is reached')
      await desk.composer.fill('a draft')
      await place.start('authority')
      await ada.context.setOffline(false)
      await desk.sees('from the dark')
      await ada.page.locator('.session-connection .pill').waitFor({ state: 'detached' })
      await desk.holds('a draft')
      await ada.page.reload()
      await desk.sees('from the dark')
      await desk.holds('a draft')
    },
  )

  step('the log has every message once, and no event is missing', async () => {
    for (const [id, texts] of given) {
      const log = await place.log(id)
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1))
      expect(log.filter(({ type }) => type === 'prompt').map(({ text }) => text)).toEqual(texts)
    }
    expect(ada).toMatchObject({ strangers: [], complaints: [] })
  })
})
