import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { machinePaths } from './machine-paths.ts'

const at = (folder: string): string => ['', folder, 'x'].join('/')

test('a path of one machine is refused in any file', () => {
  const files = {
    'docs/a.md': `\nsee ${at('work')}`,
    'a.sh': `cd "${at('root')}"`,
    'b.ts': `f('${at('work')}')`,
    'fixtures/c.jsonl': `"${at('root')}"`,
  }
  expect(brokenBy(machinePaths, files)).toEqual(['docs/a.md:2', 'a.sh:1', 'b.ts:1', 'fixtures/c.jsonl:1'])
})

test('a path below something else passes', () => {
  expect(
    brokenBy(machinePaths, { 'a.md': `~${at('work')} $HOME${at('work')} ui${at('root')} /working/x` }),
  ).toEqual([])
})
