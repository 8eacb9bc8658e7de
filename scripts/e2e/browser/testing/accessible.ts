import { type AxeResults, source } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  var axe: { run(): Promise<AxeResults> } | undefined
}

/** What axe finds serious on a page, each with the elements it means; none on a good one. */
export async function seriousIssues(page: Page): Promise<string[]> {
  // By the debugger: the page's own policy lets no script in.
  await page.evaluate(source)
  const results = await page.evaluate(async () => (await globalThis.axe?.run()) ?? null)
  if (!results) return ['axe did not run']
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
}
