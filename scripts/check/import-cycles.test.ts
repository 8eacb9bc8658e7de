import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { importCycles } from './import-cycles.ts'

test('modules that need each other to load are a cycle, through any number of them', () => {
  const files = {
    'a.ts': "import { b } from './b.ts'",
    'b.ts': "\nexport { c } from './c.ts'",
    'c.ts': "import './d.ts'",
    'd.ts': "import { b } from './b.ts'",
  }
  expect(brokenBy(importCycles, files)).toEqual(['d.ts:1'])
  expect(brokenBy(importCycles, { 'a.ts': "import { a } from './a.ts'" })).toEqual(['a.ts:1'])
})

test('a type may point back, and two ways to one module are no cycle', () => {
  const files = {
    'a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
    'b.ts': "import type { A } from './a.ts'\nimport { c } from './c.ts'",
    'c.ts': "import { type B } from './b.ts'",
  }
  expect(brokenBy(importCycles, files)).toEqual([])
})
