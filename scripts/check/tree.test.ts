import { expect, test } from 'bun:test'
import { mkdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { lineAt, readTree } from './tree.ts'

test('the tree is what git tracks or would track, recordings apart', async () => {
  await using home = await tempHome()
  const git = (...args: string[]): void => {
    const done = Bun.spawnSync(['git', ...args], { cwd: home.path })
    expect(done.stderr.toString()).toBe('')
  }
  const write = (path: string, text: string): Promise<number> => Bun.write(join(home.path, path), text)
  await mkdir(join(home.path, 'fixtures'))
  await write('.gitignore', 'dist/\n')
  await write('tracked.ts', "import { a } from './new.ts'")
  await write('deleted.ts', '')
  git('init', '--quiet')
  git('add', '.')
  await unlink(join(home.path, 'deleted.ts'))
  await write('new.ts', '')
  await write('dist/built.ts', '')
  await write('fixtures/recorded.ts', '')
  const tree = readTree(home.path)
  expect(tree.files.map(({ path }) => path)).toEqual(['.gitignore', 'new.ts', 'tracked.ts'])
  expect(tree.recorded.map(({ path }) => path)).toEqual(['fixtures/recorded.ts'])
  expect(tree.modules.map(({ facts }) => facts.imports[0]?.target)).toEqual([undefined, 'new.ts'])
})

test('a directory without git is an error, not an empty tree', async () => {
  await using home = await tempHome()
  expect(() => readTree(home.path)).toThrow(/not a git repository/)
})

test('lines count from one', () => {
  expect([0, 1, 2, 3].map((offset) => lineAt('a\nb\n', offset))).toEqual([1, 1, 2, 2])
})
