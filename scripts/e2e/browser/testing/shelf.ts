/** What a browser keeps of messages on their way, looked at and changed from outside, as an older page may have left it. */
import type { Page } from 'playwright-core'

export interface Kept {
  key: string
  at: number
  command: { do: 'prompt'; session: string; text: string }
  state: { is: 'queued' }
  tries: number
}

/** Waits until a store of the page's holds exactly these. */
async function holds(page: Page, store: string, values: readonly unknown[]): Promise<void> {
  const same = ([store, values]: readonly [string, string]) =>
    new Promise<boolean>((resolve) => {
      const opened = indexedDB.open('fairlead')
      opened.onsuccess = () => {
        const read = opened.result.transaction(store).objectStore(store).getAll()
        read.onsuccess = () => {
          opened.result.close()
          resolve(JSON.stringify(read.result) === values)
        }
      }
    })
  await page.waitForFunction(same, [store, JSON.stringify(values)] as const)
}

/** Everything that was sent has left; it does so by itself, a moment after it was seen to be there. */
export const nothingKept = (page: Page): Promise<void> => holds(page, 'outbox', [])

/** The one draft there is was written down. */
export const draftKept = (page: Page, text: string): Promise<void> => holds(page, 'drafts', [text])

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
