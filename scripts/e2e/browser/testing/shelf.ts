/** What a browser keeps of messages on their way, looked at and changed from outside, as an older page may have left it. */
import type { Page } from 'playwright-core'

export interface Kept {
  key: string
  at: number
  command: { do: 'prompt'; session: string; text: string }
  state: { is: 'queued' }
  tries: number
}

const WAIT_MS = 10_000

const valuesOf = (page: Page, store: string): Promise<unknown[]> =>
  page.evaluate(
    (store) =>
      new Promise<unknown[]>((resolve) => {
        const opened = indexedDB.open('fairlead')
        opened.onsuccess = () => {
          const read = opened.result.transaction(store).objectStore(store).getAll()
          read.onsuccess = () => {
            opened.result.close()
            resolve(read.result)
          }
        }
      }),
    store,
  )

/** A page's store tells nobody when it changes: looked at frame by frame. */
async function until(page: Page, store: string, fits: (values: unknown[]) => boolean): Promise<void> {
  const end = performance.now() + WAIT_MS
  for (;;) {
    const values = await valuesOf(page, store)
    if (fits(values)) return
    if (performance.now() > end) throw new Error(`${store} still holds ${JSON.stringify(values)}`)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** Everything that was sent has left; it does so by itself, a moment after it was seen to be there. */
export const nothingKept = (page: Page): Promise<void> => until(page, 'outbox', ({ length }) => length === 0)

export const draftKept = (page: Page, text: string): Promise<void> =>
  until(page, 'drafts', (values) => values.includes(text))

/** Keeps it as if it had been given at its time. The page looks at it when it is loaded next. */
export const keep = (page: Page, machine: string, entry: Kept): Promise<void> =>
  page.evaluate(
    async ([machine, entry]) => {
      const me = await fetch('/v1/me').then((response) => response.json())
      const name = `fairlead-outbox/${me.user.id}/${machine}/${String(entry.at).padStart(15, '0')}/${entry.key}`
      await new Promise<void>((resolve) => {
        const opened = indexedDB.open('fairlead')
        opened.onsuccess = () => {
          const write = opened.result.transaction('outbox', 'readwrite')
          write.objectStore('outbox').put(entry, name)
          write.oncomplete = () => {
            opened.result.close()
            resolve()
          }
        }
      })
    },
    [machine, entry] as const,
  )
