import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { fileNames } from './file-names.ts'

test('a name that says nothing is refused, wherever the file is', () => {
  const vague = ['utils.ts', 'shared/helpers.ts', 'ui/types.tsx', 'daemon/x/index.ts', 'common.ts', 'misc.ts']
  expect(brokenBy(fileNames, Object.fromEntries(vague.map((path) => [path, ''])))).toEqual(
    vague.map((path) => `${path}:1`),
  )
})

test('a name is kebab-case', () => {
  expect(brokenBy(fileNames, { 'ui/AskCard.tsx': '', 'ui/ask_card.ts': '' })).toEqual([
    'ui/AskCard.tsx:1',
    'ui/ask_card.ts:1',
  ])
})

test('a name of a concept passes', () => {
  const files = {
    'ui/ask-card.tsx': '',
    'daemon/db/0001-first.ts': '',
    'a/x25519.test.ts': '',
    'ui/index.html': '',
  }
  expect(brokenBy(fileNames, files)).toEqual([])
})
