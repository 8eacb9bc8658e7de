/** The components in Debian's Chromium, under the policy of the real page. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../scripts/gallery/browser.ts'
import { buildGallery } from '../../scripts/gallery/build.ts'
import { type ServedGallery, serveGallery } from '../../scripts/gallery/serve.ts'
import { showInvisible } from '../../shared/untrusted.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { transcriptLimits } from '../transcript/transcript-limits.ts'
import { ASKS } from './fixture-asks.ts'
import { BAD_COMMAND } from './fixture-text.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const LONG_MS = 60_000

let folder: string
let gallery: ServedGallery
let browser: Browser
let page: Page
let requests: string[]
let complaints: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlead-gallery-'))
  await buildGallery(folder)
  gallery = serveGallery(folder)
  browser = await openBrowser()
}, LONG_MS)

afterEach(() => page.context().close())

afterAll(async () => {
  await browser.close()
  await gallery.stop()
  await rm(folder, { recursive: true })
})

async function open(name: string, size: object = DESKTOP): Promise<void> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  page = await context.newPage()
  requests = []
  complaints = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    document.addEventListener('gallery', (event) => event instanceof CustomEvent && told.push(event.detail))
  })
  await page.goto(`${gallery.url}#${name}`)
  await page.locator('#root > *').waitFor()
}

const told = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'told'))

test(
  'what an agent writes runs nothing, fetches nothing and links nowhere unsafe',
  async () => {
    await open('torture')
    await page.locator('.markdown-block').first().waitFor()
    const found = await page.locator('.transcript').evaluate((root) => ({
      tags: [...root.querySelectorAll('.markdown *')].map(({ localName }) => localName),
      attributes: [...root.querySelectorAll('.markdown-block *')].flatMap((one) => one.getAttributeNames()),
      links: [...root.querySelectorAll('a[href]')].map(
        (one) => `${one.getAttribute('href')} ${one.getAttribute('rel')}`,
      ),
    }))
    for (const tag of ['script', 'iframe', 'img', 'style', 'form', 'input', 'object', 'use']) {
      expect(found.tags).not.toContain(tag)
    }
    expect(
      found.attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'src'),
    ).toEqual([])
    expect(found.links).toEqual([
      'https://evil.example/login noopener noreferrer nofollow',
      'mailto:a@example.org noopener noreferrer nofollow',
    ])
    expect(await page.title()).toBe('Fairlead gallery')
    expect(requests.filter((url) => !url.startsWith(gallery.url))).toEqual([])
    expect(complaints).toEqual([])
  },
  LONG_MS,
)

const PAGES = [
  'parts',
  'home',
  'session',
  'states',
  'torture',
  'opened',
  'ask-command',
  'ask-bad',
  'ask-diff',
  'question',
  'composer',
]

test(
  'no page of a phone is wider than the phone, and what is pressed there is as large as a finger',
  async () => {
    for (const name of PAGES) {
      await open(name, PHONE)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([name, width]).toEqual([name, 390])
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('button, summary, label.choice, a.row-press')]
          .map((one) => ({ what: one.textContent ?? '', ...one.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => width > 0 && (height < 44 || width < 24)),
      )
      expect([name, small]).toEqual([name, []])
      expect(complaints).toEqual([])
      await page.context().close()
    }
    await open('parts')
  },
  LONG_MS,
)

test(
  'a command with hidden characters is shown whole, with each of them as an escape',
  async () => {
    await open('ask-bad', PHONE)
    expect(await page.locator('.judged-command').textContent()).toBe(showInvisible(BAD_COMMAND))
    expect(await page.locator('.escape').allTextContents()).toContain('\\u{202e}')
    const { clientWidth, scrollWidth } = await page
      .locator('.judged-command')
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))
    expect(scrollWidth).toBe(clientWidth)
  },
  LONG_MS,
)

test(
  'a number answers with the option of that place and the digest of what is drawn, but not while typing',
  async () => {
    await open('ask-command')
    await page.locator('.composer-text').focus()
    await page.keyboard.press('2')
    expect(await told()).toEqual([])
    expect(await page.locator('.composer-text').inputValue()).toBe('2')
    await page.locator('.ask-body').focus()
    await page.keyboard.press('2')
    expect(await told()).toEqual([
      { what: 'answer', value: { shown: askDigest(ASKS.command), option: 'allow-once' } },
    ])
  },
  LONG_MS,
)

test(
  'approving waits until the end of a long command was in sight; refusing does not',
  async () => {
    await open('ask-long')
    await page.locator('.ask-body').focus()
    await page.keyboard.press('2')
    expect(await page.locator('.option:disabled').count()).toBe(2)
    await page.keyboard.press('3')
    expect(await told()).toEqual([
      { what: 'answer', value: { shown: askDigest(ASKS.long), option: 'reject' } },
    ])
    await page.keyboard.press('End')
    await page.locator('.option-leading:enabled').waitFor()
    await page.keyboard.press('2')
    expect(await told()).toHaveLength(2)
  },
  LONG_MS,
)

test(
  'an ask that is still being read cannot be answered',
  async () => {
    await open('ask-loading')
    await page.keyboard.press('1')
    expect(await page.locator('.option:enabled').count()).toBe(0)
    expect(await told()).toEqual([])
  },
  LONG_MS,
)

test(
  'a question goes step by step, says what is missing, and tells skip from cancel',
  async () => {
    await open('question')
    const next = page.locator('.question .button-ink')
    await next.click()
    expect(await page.locator('.field-error:not(:empty)').textContent()).toBe('This needs an answer.')
    await page.getByText('Throw a RangeError').click()
    await next.click()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    expect(await page.locator('.field-error:not(:empty)').textContent()).toBe('At most 9.')
    await page.locator('.question input').fill('2')
    await page.keyboard.press('Enter')
    await page.locator('.question input[type=radio]').first().waitFor()
    await next.click()
    await page.keyboard.type('hush')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Skip/ }).click()
    await page.getByRole('button', { name: /^Cancel/ }).click()
    const shown = askDigest(ASKS.question)
    expect(await told()).toEqual([
      { what: 'answer', value: { shown, action: 'accept', values: { q0: 'throw', n: 2, token: 'hush' } } },
      { what: 'answer', value: { shown, action: 'decline' } },
      { what: 'answer', value: { shown, action: 'cancel' } },
    ])
  },
  LONG_MS,
)

test(
  'a sheet keeps the focus inside, closes by Escape and gives the focus back',
  async () => {
    await open('sheet')
    await page.keyboard.press('Escape')
    const opener = page.getByRole('button', { name: 'Open the sheet' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.locator('.sheet').waitFor()
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await page.evaluate(() => document.activeElement?.closest('.sheet') !== null)).toBe(true)
    }
    await page.keyboard.press('Escape')
    expect(await page.locator('.sheet').count()).toBe(0)
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  },
  LONG_MS,
)

test(
  'the composer sends on Enter, breaks on Shift+Enter, offers commands and walks the history',
  async () => {
    await open('empty')
    const text = page.locator('.composer-text')
    await text.focus()
    await page.keyboard.press('ArrowUp')
    expect(await text.inputValue()).toBe('Run everything again')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('/re')
    await page.keyboard.press('Enter')
    expect(await text.inputValue()).toBe('/review ')
    await page.keyboard.type('it')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('now')
    await page.keyboard.press('Enter')
    expect(await told()).toEqual([{ what: 'send', value: '/review it\nnow' }])
  },
  LONG_MS,
)

const scroll = () =>
  page.locator('.transcript-scroll').evaluate((one) => ({
    fromFoot: Math.round(one.scrollHeight - one.clientHeight - one.scrollTop),
    rows: one.querySelectorAll('[data-row]').length,
  }))
const tell = (name: string): Promise<boolean> =>
  page.evaluate((what) => document.dispatchEvent(new Event(what)), name)
/** Where on the screen the first row in sight is, and which it is. */
const firstInSight = () =>
  page.locator('.transcript-scroll').evaluate((one) => {
    const edge = one.getBoundingClientRect().top
    const row = [...one.querySelectorAll<HTMLElement>('[data-row]')].find(
      (each) => each.getBoundingClientRect().bottom > edge,
    )
    return { key: row?.dataset.row, top: Math.round((row?.getBoundingClientRect().top ?? 0) - edge) }
  })

test(
  'a conversation opens at its foot, follows it, and never moves under a reader',
  async () => {
    await open('many', PHONE)
    expect(await scroll()).toEqual({ fromFoot: 0, rows: transcriptLimits.pageRows })
    await tell('grow')
    await page.getByText('One more.').waitFor()
    expect((await scroll()).fromFoot).toBe(0)

    await page.locator('.transcript-scroll').evaluate((one) => one.scrollBy(0, -1_500))
    await page.locator('.new-pill').waitFor()
    const before = await firstInSight()
    await tell('grow')
    await page.getByText('1 new below').waitFor()
    expect(await firstInSight()).toEqual(before)
    await tell('history')
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length > 0)
    expect(await firstInSight()).toEqual(before)

    await page.locator('.new-pill').click()
    await page.locator('.new-pill').waitFor({ state: 'detached' })
    expect((await scroll()).fromFoot).toBe(0)
  },
  LONG_MS,
)

test(
  'a reader can go up without end and the document stays small',
  async () => {
    await open('many')
    for (let step = 0; step < 12; step++) {
      const before = await firstInSight()
      await page.locator('.transcript-scroll').evaluate(
        (one) =>
          new Promise<void>((done) => {
            one.addEventListener('scroll', () => requestAnimationFrame(() => done()), { once: true })
            one.scrollTop = 100
          }),
      )
      expect(await firstInSight()).not.toEqual(before)
    }
    const { rows } = await scroll()
    expect(rows).toBeLessThanOrEqual(transcriptLimits.mostRows)
    expect(Number((await firstInSight()).key?.replace('many-', ''))).toBeLessThan(1_600)
  },
  LONG_MS,
)
