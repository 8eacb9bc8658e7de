/** What an agent says and wants to run, at its worst: nothing of it runs, nothing is fetched, what is approved is what is shown. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { DESKTOP, type Person, person, setUp } from './testing/person.ts'
import { createPlace, type Place } from './testing/place.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ada: Person
let machine: string
beforeAll(async () => {
  place = await createPlace(process.env, `torture-${process.pid}`)
  const ready = await place.start('all')
  machine = ready.machineId ?? ''
  browser = await openBrowser()
  ada = await person(browser, ready.url, DESKTOP)
  await setUp(ada.page, ready.setupUrl ?? '')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})

const SAID = [
  '<img src=x onerror="document.title=`owned`"><script>document.title="owned"</script><svg onload=alert(1)>',
  '[press](javascript:document.title=`owned`) [data](data:text/html,<script>alert(1)</script>) [file](file:///etc/passwd)',
  '![picture](https://evil.example/pixel.png) <iframe src="https://evil.example/"></iframe>',
  '<style>@import url(https://evil.example/a.css)</style> <form action=https://evil.example><input autofocus onfocus=alert(1)></form>',
  '[fine](https://evil.example/page) \u202egnp.exe\u202c \u001b[31mred\u001b[0m \u0007 \u200b',
]
/** It writes what it was given, byte for byte, so that the file shows what ran. */
const SECRET = 'a\u202eb\u200bc\u0007d <img src=https://evil.example/p.png onerror=alert(1)> é'
const COMMAND = `printf %s '${SECRET}' > ran.txt # ${'x'.repeat(300)} \u2066rm -rf /\u2069 end`

async function open(text: string): Promise<string> {
  const args = ['new', '--agent', 'demo', '--cwd', place.work, '--', text]
  const { id } = await place.json(args)
  await ada.page.goto(`${ada.page.url().split('#')[0]}#/m/${machine}/s/${id}`)
  return id
}

const nothingHappened = async (): Promise<void> => {
  expect(await ada.page.title()).not.toContain('owned')
  expect({ strangers: ada.strangers, complaints: ada.complaints }).toEqual({ strangers: [], complaints: [] })
}

test('messages: no markup runs, no picture is fetched, only safe links are links', async () => {
  await open(SAID.map((line) => `say: ${line}`).join('\n'))
  const log = ada.page.getByRole('log')
  await log.getByText('Done', { exact: true }).waitFor()
  const found = await log.evaluate((root) => ({
    tags: [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))],
    handlers: [...root.querySelectorAll('*')].flatMap((one) =>
      one.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
    ),
    links: [...root.querySelectorAll('a')].map((one) => one.getAttribute('href')),
  }))
  for (const tag of ['script', 'img', 'iframe', 'style', 'form', 'input', 'object', 'base', 'link', 'meta']) {
    expect(found.tags).not.toContain(tag)
  }
  expect(found.handlers).toEqual([])
  expect(found.links).toEqual(['https://evil.example/page'])
  await nothingHappened()
})

test('a command: what is shown, unescaped, is what was asked and what ran', async () => {
  const id = await open(`run: ${COMMAND}`)
  const { page } = ada
  const shown = page.locator('.judged-command')
  await shown.waitFor()
  const text = (await shown.textContent()) ?? ''
  // Nothing that a screen would hide or turn around is left in it.
  expect(text).toMatch(/^[\x20-\x7e\u00e9\n]*$/)
  const meant = text.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  expect(meant).toBe(COMMAND)
  await page.getByText('invisible characters are shown as escapes').waitFor()
  const sideways = await shown.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(sideways).toBe(0)
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByRole('log').getByText('Done', { exact: true }).waitFor()
  expect(readFileSync(join(place.work, 'ran.txt'), 'utf8')).toBe(SECRET)
  const [asked] = (await place.log(id)).filter(({ type }) => type === 'permission_request')
  expect(JSON.stringify(asked)).toContain(JSON.stringify(COMMAND).slice(1, -1))
  await nothingHappened()
})

test('a command that does not fit is approved only after its end was in sight', async () => {
  await open(`run: true # ${'one line of many that nobody reads '.repeat(200)}`)
  const { page } = ada
  const yes = page.getByRole('button', { name: 'Yes', exact: true })
  await page.locator('.judged-command').waitFor()
  expect(await yes.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('3')
  expect(await page.locator('.option-sent').count()).toBe(0)
  await page.locator('.ask-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await page.locator('.option-leading:enabled').waitFor()
  await yes.click()
  await page.getByRole('log').getByText('Done', { exact: true }).waitFor()
  await nothingHappened()
})
