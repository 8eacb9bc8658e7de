import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { fileLength, medianLength } from './file-length.ts'
import { treeOf } from './tree.ts'

const lines = (n: number): string => 'f()\n'.repeat(n)

test('a file has at most 300 lines', () => {
  const files = {
    'daemon/a.ts': lines(301),
    'daemon/b.ts': lines(300),
    'ui/c.css': lines(301),
    'd.md': lines(999),
  }
  expect(brokenBy(fileLength, files)).toEqual(['daemon/a.ts:301', 'ui/c.css:301'])
})

test('a file of the keeper has at most 250, its tests as many as any', () => {
  const files = { 'daemon/keeper/a.ts': lines(251), 'daemon/keeper/a.test.ts': lines(300) }
  expect(brokenBy(fileLength, files)).toEqual(['daemon/keeper/a.ts:251'])
})

test('the median counts source files, not their tests', () => {
  const tree = treeOf(
    Object.entries({ 'a.ts': 1, 'b.ts': 10, 'c.ts': 50, 'c.test.ts': 200, 'd.test.ts': 200 }).map(
      ([path, n]) => ({
        path,
        text: lines(n),
      }),
    ),
  )
  expect(medianLength(tree)).toBe(10)
  expect(medianLength(treeOf([]))).toBe(0)
})
