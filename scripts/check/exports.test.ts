import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { exportRules } from './exports.ts'

test('default exports and barrels are refused in every form', () => {
  const text = `export default 3
export { a as default } from './a.ts'
export * from './b.ts'
export * as c from './c.ts'
export { d } from './d.ts'
export type * from './e.ts'
`
  expect(brokenBy(exportRules, { 'ui/a.ts': text }).sort()).toEqual([
    'ui/a.ts:1',
    'ui/a.ts:2',
    'ui/a.ts:3',
    'ui/a.ts:6',
  ])
})
