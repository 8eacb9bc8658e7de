/** The whole main job without a pointer, and where the focus is after each step. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { type Desk, deskOf } from './testing/desk.ts'
import { DESKTOP, PASSWORD, type Person, person } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ready: Ready
let ada: Person
let desk: Desk
const step = createSteps(() => ada?.page)
beforeAll(async () => {
  place = await createPlace(process.env, `keyboard-${process.pid}`)
  ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, DESKTOP)
  desk = deskOf(ada.page)
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})

const press = (key: string): Promise<void> => ada.page.keyboard.press(key)
const type = (text: string): Promise<void> => ada.page.keyboard.type(text)

/** Goes on by Tab until the focus is on what is so called; the ring around it is seen at every stop. */
async function tabTo(name: string | RegExp): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    const here = await ada.page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element.tabIndex < 0) return { name: '', seen: false }
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
      const words = [element.getAttribute('aria-label'), ...labels.map((label) => label.textContent)]
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return {
        name: [...words, element.textContent].filter(Boolean).join(' '),
        seen: outlineStyle !== 'none' && outlineWidth !== '0px',
      }
    })
    const fits = typeof name === 'string' ? here.name.includes(name) : name.test(here.name)
    if (fits) return expect({ ...here, name }).toMatchObject({ seen: true })
    await press('Tab')
  }
  throw new Error(`no way by Tab to ${name}`)
}

step('an account is made', async () => {
  await ada.page.goto(ready.setupUrl ?? '')
  await ada.page.bringToFront()
  await ada.page.waitForFunction(() => document.hasFocus())
  await tabTo('Name')
  await type('ada')
  await tabTo('Password')
  await type(PASSWORD)
  await press('Enter')
  await ada.page.locator('.shell').waitFor()
})

step('a session is started', async () => {
  await tabTo('New session')
  await press('Enter')
  const demo = ada.page.getByRole('dialog').getByRole('radio', { name: 'Demo' })
  await demo.waitFor()
  await tabTo(/^(?:Demo|Gemini|Kimi)/)
  for (let rest = 3; rest > 0 && !(await demo.isChecked()); rest--) await press('ArrowDown')
  expect(await demo.isChecked()).toBe(true)
  await tabTo('Directory')
  await type(place.work)
  await tabTo('First message')
  await type('run: echo keys > keys.txt')
  await tabTo(/^Start$/)
  await press('Enter')
  await desk.ask.locator('.judged-command').waitFor()
})

step('a number answers, and not while somebody types', async () => {
  await desk.composer.focus()
  await type('3')
  await desk.holds('3')
  await press('Backspace')
  // Out of the composer, to what waits above it.
  await press('Escape')
  expect(await ada.page.evaluate(() => document.activeElement?.className)).toBe('ask-body')
  expect(existsSync(join(place.work, 'keys.txt'))).toBe(false)
  await press('3')
  await desk.sees('The command ended with exit code 0.')
  await desk.status('Idle')
  expect(existsSync(join(place.work, 'keys.txt'))).toBe(true)
})

step('Enter sends, Shift+Enter breaks the line, ↑ brings back what was sent', async () => {
  await tabTo('Message')
  await type('say: one')
  await press('Shift+Enter')
  await type('say: two')
  await desk.holds('say: one\nsay: two')
  await press('Enter')
  await desk.holds('')
  await desk.sees('two')
  await desk.status('Idle')
  await press('ArrowUp')
  await desk.holds('say: one\nsay: two')
  await press('Control+Home')
  await press('ArrowUp')
  await desk.holds('run: echo keys > keys.txt')
  await press('ArrowDown')
  await press('ArrowDown')
  await desk.holds('')
})

step('a question is answered', async () => {
  await type('ask: Which way? | Short | Long')
  await press('Enter')
  await desk.ask.locator('.choice').first().waitFor()
  await press('Escape')
  await tabTo(/^Short/)
  await press('ArrowDown')
  await tabTo('Send answer')
  await press('Enter')
  await desk.log.getByText('You chose Long.').waitFor()
})

step('a turn is stopped', async () => {
  await desk.composer.focus()
  await type('hang')
  await press('Enter')
  await desk.status('Working')
  await tabTo(/^Stop$/)
  await press('Enter')
  await desk.sees('Stopped')
  await desk.status('Idle')
  // The button went with the turn; the focus is where one goes on.
  await ada.page.waitForFunction(() => document.activeElement?.matches('.composer-text'))
})

step('the session is renamed, and Escape gives the focus back', async () => {
  await tabTo('Session')
  await press('Enter')
  await press('Enter')
  const title = ada.page.getByRole('dialog').getByLabel('Title')
  await title.waitFor()
  await tabTo('Title')
  await press('Control+A')
  await type('By keys')
  await press('Enter')
  await ada.page.locator('.session-title', { hasText: 'By keys' }).waitFor()
  await tabTo('Session')
  await press('Enter')
  await press('Escape')
  expect(await ada.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Session')
  expect(ada).toMatchObject({ strangers: [], complaints: [] })
})
