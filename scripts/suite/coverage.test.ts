import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { coveredShare, leastCovered, readCoverage } from './coverage.ts'

const record = (path: string, lines: number, hit: number): string =>
  `TN:\nSF:${path}\nFNF:1\nFNH:1\nDA:1,1\nLF:${lines}\nLH:${hit}\nend_of_record\n`

test('counts the three parts, without mains and the test kit', () => {
  const lcov = [
    record('daemon/a.ts', 10, 5),
    record('shared/wire/b.ts', 30, 30),
    record('server/c.ts', 10, 5),
    record('daemon/keeper/main.ts', 100, 0),
    record('daemon/main.ts', 100, 0),
    record('shared/testing/d.ts', 100, 0),
    record('scripts/e.ts', 100, 0),
  ].join('')
  const files = readCoverage(lcov)
  expect(files.map(({ path }) => path)).toEqual(['daemon/a.ts', 'shared/wire/b.ts', 'server/c.ts'])
  expect(coveredShare(files)).toBe(0.8)
  expect(coveredShare([])).toBe(1)
})

test('names the files with the most lines missed', () => {
  const files = [
    { path: 'a', lines: 10, hit: 9 },
    { path: 'b', lines: 10, hit: 10 },
    { path: 'c', lines: 50, hit: 40 },
  ]
  expect(leastCovered(files, 5).map(({ path }) => path)).toEqual(['c', 'a'])
  expect(leastCovered(files, 1).map(({ path }) => path)).toEqual(['c'])
})

test('reads what the real runner writes', async () => {
  await using home = await tempHome()
  const write = (path: string, text: string): Promise<number> => Bun.write(join(home.path, path), text)
  await write(
    'shared/a.ts',
    'export function f(n: number): number {\n  if (n > 2) {\n    return 3\n  }\n  return 4\n}\n',
  )
  await write(
    'a.test.ts',
    "import { test } from 'bun:test'\nimport { f } from './shared/a.ts'\ntest('a', () => void f(1))",
  )
  const flags = ['--coverage', '--coverage-reporter=lcov', '--coverage-dir=out']
  const child = Bun.spawnSync([process.execPath, 'test', ...flags], { cwd: home.path, stderr: 'ignore' })
  expect(child.exitCode).toBe(0)
  const [file] = readCoverage(await Bun.file(join(home.path, 'out/lcov.info')).text())
  expect(file?.path).toBe('shared/a.ts')
  expect(file?.lines).toBeGreaterThan(file?.hit ?? Infinity)
})
