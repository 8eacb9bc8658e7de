/** Following and windows, where rows have heights. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  type Gallery,
  type GalleryPage,
  LONG_MS,
  PHONE,
  startGallery,
} from '../../scripts/gallery/gallery-page.ts'
import { transcriptLimits } from '../transcript/transcript-limits.ts'

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
