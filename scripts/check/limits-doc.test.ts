import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { brokenBy } from './broken-by.ts'
import { limitsDoc } from './limits-doc.ts'
import { limitsTable } from './limits-table.ts'
import { treeOf } from './tree.ts'

const SOURCE = `/** The module. */
const KIB = 1024

/** A title | a name. */
export const LABEL_BYTES = 64 * KIB

export const limits = {
  /** One line.
   * Two lines. */
  waitMs: 1_500,
  parts: 3,
} as const

type Numbers = typeof limits
`

test('the page has every limit in source order with its value in the unit of its name', async () => {
  await using home = await tempHome()
  await mkdir(join(home.path, 'shared'))
  await Bun.write(join(home.path, 'shared/limits.ts'), SOURCE)
  const page = await limitsTable(home.path, treeOf([{ path: 'shared/limits.ts', text: SOURCE }]))
  expect(page.slice(page.indexOf('## '))).toBe(`## shared/limits.ts

| limit | value | what it bounds |
| --- | --- | --- |
| \`LABEL_BYTES\` | 64 KiB | A title \\| a name. |
| \`limits.waitMs\` | 1.5 s | One line. Two lines. |
| \`limits.parts\` | 3 | as above |
`)
})

test('a page that says another number is refused at the line that does', () => {
  const rule = limitsDoc('# Limits\n\na 1\nb 2\n')
  expect(brokenBy(rule, { 'docs/LIMITS.md': '# Limits\n\na 1\nb 2\n' })).toEqual([])
  expect(brokenBy(rule, { 'docs/LIMITS.md': '# Limits\n\na 1\nb 3\n' })).toEqual(['docs/LIMITS.md:4'])
  expect(brokenBy(rule, { 'docs/LIMITS.md': '# Limits\n\na 1\nb 2\nc 3\n' })).toEqual(['docs/LIMITS.md:5'])
  expect(brokenBy(rule, {})).toEqual(['docs/LIMITS.md:1'])
})
