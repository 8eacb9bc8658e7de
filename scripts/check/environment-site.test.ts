import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { environmentSite } from './environment-site.ts'

test('the environment is read at the roots', () => {
  const text = 'const home = process.env.HOME\nconst all = Bun.env\nconst mode = import.meta.env.MODE\n'
  expect(brokenBy(environmentSite, { 'daemon/a.ts': text })).toEqual([
    'daemon/a.ts:1',
    'daemon/a.ts:2',
    'daemon/a.ts:3',
  ])
  const roots = ['daemon/config.ts', 'daemon/keeper/main.ts', 'scripts/cli/home.ts', 'daemon/a.test.ts']
  for (const path of roots) expect(brokenBy(environmentSite, { [path]: text })).toEqual([])
})

test('another thing of that name is not the environment', () => {
  expect(
    brokenBy(environmentSite, { 'daemon/a.ts': "f(run.env, options.process.env, 'process.env')" }),
  ).toEqual([])
})
