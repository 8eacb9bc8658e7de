/** What people do on pages with one thing to do, and what those pages ask the authority. */
import type { Page } from 'playwright-core'

/** The page of this title is there. */
export const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Whoever is signed in on this page asks the authority. */
export const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      return { status: response.status, body: await response.json() }
    },
    [method, path, body] as const,
  )
