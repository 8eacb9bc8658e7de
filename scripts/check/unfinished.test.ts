import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { unfinished } from './unfinished.ts'

test('a comment that puts work off is refused in code, styles and scripts', () => {
  const files = {
    'ui/a.ts': "f()\n// TODO: later\n/*\n * FIXME */\nconst words = 'TODO'\n",
    'ui/a.css': 'a { color: red }\n/* TODO */\n',
    'scripts/up': '#!/bin/sh\n# XXX\necho TODO\n',
    'docs/a.md': 'TODO is a word\n',
  }
  expect(brokenBy(unfinished, files)).toEqual(['ui/a.ts:2', 'ui/a.ts:4', 'ui/a.css:2', 'scripts/up:2'])
})
