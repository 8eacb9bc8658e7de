/** A machine that changed its key: a browser that follows by itself, and one whose pin leads nowhere. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { DESKTOP, type Person, person, setUp } from './testing/person.ts'
import { createPlace, type Place, type Ready } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

let place: Place
let browser: Browser
let ready: Ready
let desk: Person
const step = createSteps(() => desk?.page)

beforeAll(async () => {
  place = await createPlace(process.env, `browser-key-${process.pid}`)
  ready = await place.start('all')
  browser = await openBrowser()
  desk = await person(browser, ready.url, DESKTOP)
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
})

/** The pin of the one machine, as the browser keeps it; `change` puts another there. */
function pin(page: Page, change?: unknown): Promise<unknown> {
  return page.evaluate(async (next) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(names[0] ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    return new Promise((resolve, reject) => {
      const transaction = db.transaction('pins', 'readwrite')
      const store = transaction.objectStore('pins')
      let kept: unknown
      const walk = store.openCursor()
      walk.onsuccess = () => {
        kept = walk.result?.value
        if (walk.result && next !== undefined) store.put(next, walk.result.key)
      }
      transaction.oncomplete = () => {
        db.close()
        resolve(kept)
      }
      transaction.onerror = () => reject(transaction.error)
    })
  }, change)
}

const online = (page: Page): Promise<void> => page.locator('.machine-state', { hasText: 'online' }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const MACHINE_KEY = /^[A-Za-z0-9_-]{43}$/

let words = ''

step('a page that is open goes on with the new key by itself, and keeps it', async () => {
  await setUp(desk.page, ready.setupUrl ?? '')
  const before = await pin(desk.page)
  expect(before).toMatchObject({ machineKey: expect.stringMatching(MACHINE_KEY) })
  const { key, fingerprint } = await place.json(['rekey', '--yes'])
  words = fingerprint.words
  await desk.page.locator('.machine-link').first().click()
  await online(desk.page)
  await desk.page.reload()
  await desk.page.getByText(words).waitFor()
  await online(desk.page)
  expect(await pin(desk.page)).toMatchObject({ machineKey: key })
})

step('a pin of an earlier version, whose key was changed since, is shown with what is offered', async () => {
  await pin(desk.page, 'B'.repeat(42).concat('A'))
  const sockets: string[] = []
  desk.page.on('websocket', (socket) => sockets.push(socket.url()))
  await desk.page.reload()
  await desk.page.getByRole('heading', { name: 'shows another key than before' }).waitFor()
  await desk.page.getByText(words).waitFor()
  expect(await desk.page.locator('.fingerprint').count()).toBe(2)
  expect(await seriousIssues(desk.page)).toEqual([])
  // Nothing was dialled.
  expect(sockets).toEqual([])
})

step('left alone it stays as it is; taken after one more question it goes on', async () => {
  await button(desk.page, 'They are the same').click()
  await desk.page.getByRole('dialog').getByText(words).waitFor()
  expect(await seriousIssues(desk.page)).toEqual([])
  await button(desk.page, 'Cancel').click()
  await desk.page.reload()
  await button(desk.page, 'They are the same').click()
  await button(desk.page, 'Take it').click()
  await desk.page.getByText('Devices it lets in').waitFor()
  await desk.page.goto(ready.url)
  await online(desk.page)
  expect(await pin(desk.page)).toMatchObject({ signKey: expect.stringMatching(MACHINE_KEY) })
})

step('nothing went anywhere else, and nothing was complained of', () => {
  expect([desk.strangers, desk.complaints]).toEqual([[], []])
  return Promise.resolve()
})
