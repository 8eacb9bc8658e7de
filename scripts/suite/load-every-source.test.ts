import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isTest, readTree } from '../check/tree.ts'

const root = join(import.meta.dir, '../..')
const SOURCE = /^(?:server|daemon|shared)\/(?!(?:.*[-/])?main\.tsx?$)/

/** Makes coverage honest: a file that no test reaches counts with every line. */
test('every source file but the mains loads, and starts nothing', async () => {
  const paths = readTree(root)
    .modules.map(({ path }) => path)
    .filter((path) => SOURCE.test(path) && !isTest(path))
  for (const path of paths) await import(join(root, path))
  expect(paths.length).toBeGreaterThan(0)
})
