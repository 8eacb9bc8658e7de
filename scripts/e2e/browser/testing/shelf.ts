/** What a browser keeps of messages on their way, looked at and changed from outside, as an older page may have left it. */
import type { Page } from 'playwright-core'

export interface Kept {
  key: string
  at: number
  command: { do: 'prompt'; session: string; text: string }
  state: { is: 'queued' }
  tries: number
}

/** Everything that was sent has left; it does so by itself, a moment after it was seen to be there. */
export async function nothingKept(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const opened = indexedDB.open('fairlead')
        opened.onsuccess = () => {
          const read = opened.result.transaction('outbox').objectStore('outbox').count()
          read.onsuccess = () => {
            opened.result.close()
            resolve(read.result === 0)
          }
        }
      }),
  )
}

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
