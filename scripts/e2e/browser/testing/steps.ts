/** Tests that go on from one another: after one failed the rest fail at once, and a picture shows how it was. */
import { test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export type Step = (name: string, work: () => Promise<void>) => void

export function createSteps(page: () => Page | undefined): Step {
  let failed: string | null = null
  return (name, work) =>
    test(name, async () => {
      if (failed !== null) throw new Error(`“${failed}” failed before`)
      try {
        await work()
      } catch (error) {
        failed = name
        console.error(`how it was: ${await picture(page())}`)
        throw error
      }
    })
}

/** Null: there is no page to be seen. */
async function picture(page: Page | undefined): Promise<string | null> {
  if (!page || page.isClosed()) return null
  const path = join(await mkdtemp(join(tmpdir(), 'fairlead-failed-')), 'page.png')
  await page.screenshot({ path })
  return path
}
