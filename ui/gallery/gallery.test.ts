/** The components where they are drawn: what runs, what is shown, what can be pressed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  type Gallery,
  type GalleryPage,
  LONG_MS,
  PHONE,
  startGallery,
} from '../../scripts/gallery/gallery-page.ts'
import { showInvisible } from '../../shared/untrusted.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { ASKS } from './fixture-asks.ts'
import { BAD_COMMAND } from './fixture-text.ts'

let gallery: Gallery
let shown: GalleryPage
let page: Page

beforeAll(async () => {
  gallery = await startGallery()
}, LONG_MS)

afterEach(() => shown.close())

afterAll(() => gallery.stop())

async function open(name: string, size?: object): Promise<void> {
  shown = await gallery.open(name, size)
  page = shown.page
}

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
    expect(shown.strangers).toEqual([])
    expect(shown.complaints).toEqual([])
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
      expect(shown.complaints).toEqual([])
      await shown.close()
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
    expect(await shown.told()).toEqual([])
    expect(await page.locator('.composer-text').inputValue()).toBe('2')
    await page.locator('.ask-body').focus()
    await page.keyboard.press('2')
    expect(await shown.told()).toEqual([
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
    expect(await shown.told()).toEqual([
      { what: 'answer', value: { shown: askDigest(ASKS.long), option: 'reject' } },
    ])
    await page.keyboard.press('End')
    await page.locator('.option-leading:enabled').waitFor()
    await page.keyboard.press('2')
    expect(await shown.told()).toHaveLength(2)
  },
  LONG_MS,
)

test(
  'an ask that is still being read cannot be answered',
  async () => {
    await open('ask-loading')
    await page.keyboard.press('1')
    expect(await page.locator('.option:enabled').count()).toBe(0)
    expect(await shown.told()).toEqual([])
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
    const digest = askDigest(ASKS.question)
    expect(await shown.told()).toEqual([
      {
        what: 'answer',
        value: { shown: digest, action: 'accept', values: { q0: 'throw', n: 2, token: 'hush' } },
      },
      { what: 'answer', value: { shown: digest, action: 'decline' } },
      { what: 'answer', value: { shown: digest, action: 'cancel' } },
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
    expect(await shown.told()).toEqual([{ what: 'send', value: '/review it\nnow' }])
  },
  LONG_MS,
)
