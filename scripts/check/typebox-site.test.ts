import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { typeboxSite } from './typebox-site.ts'

test('TypeBox is imported at one place', () => {
  const files = {
    'shared/typebox.ts': "export { Type } from '@sinclair/typebox'",
    'shared/wire/ask.ts': "import { Type } from '../typebox.ts'",
    'daemon/a.ts': "\nimport { Value } from '@sinclair/typebox/value'",
  }
  expect(brokenBy(typeboxSite, files)).toEqual(['daemon/a.ts:2'])
})
