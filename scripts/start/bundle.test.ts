import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../../shared/ids.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { systemClock } from '../../shared/time.ts'
import { buildBundle } from './build-bundle.ts'
import { freshBundle } from './bundle.ts'

setDefaultTimeout(20_000)

const before = process.cwd()
let temp: TempHome
let root: string
beforeEach(async () => {
  temp = await tempHome()
  root = join(temp.path, 'checkout')
  mkdirSync(join(root, 'scripts/cli'), { recursive: true })
  put('package.json', '{"type":"module"}')
  put('scripts/cli/said.ts', `export const said = (): string => 'one'`)
  put(
    'scripts/cli/main.ts',
    `import { said } from './said.ts'
    const failing = () => { throw new TypeError(said()) }
    console.log(said(), import.meta.dir)
    if (process.argv[2] === 'fail') failing()`,
  )
})
afterEach(async () => {
  process.chdir(before)
  await temp.remove()
})

/** A source that was changed `secondsAgo`. */
function put(name: string, text: string, secondsAgo = 60): void {
  const at = systemClock.now() / 1_000 - secondsAgo
  writeFileSync(join(root, name), text)
  utimesSync(join(root, name), at, at)
}

const build = (): Promise<boolean> => buildBundle(root, { clock: systemClock, random: systemRandom })

/** What the bundle says when it is run; the test fails where there is none that is fresh. */
function run(...args: string[]): { out: string; err: string } {
  const main = freshBundle(root)
  expect(main).not.toBeNull()
  const ran = Bun.spawnSync([process.execPath, main ?? '', ...args], { cwd: temp.path })
  return { out: ran.stdout.toString(), err: ran.stderr.toString() }
}

test('a bundle does what its sources do, and knows where they lie', async () => {
  expect(freshBundle(root)).toBeNull()
  expect(await build()).toBe(true)
  expect(run().out).toBe(`one ${join(root, 'scripts/cli')}\n`)
})

test('what fails in it says where, by the names of the sources', async () => {
  await build()
  const { err } = run('fail')
  expect(err).toContain('TypeError: one')
  expect(err).toContain('at failing (')
  expect(await Bun.file(freshBundle(root) ?? '').text()).toContain('// scripts/cli/said.ts')
})

test.each([
  ['a source of another size', () => put('scripts/cli/said.ts', `export const said = (): string => 'three'`)],
  [
    'a source of another time',
    () => put('scripts/cli/said.ts', `export const said = (): string => 'two'`, 59),
  ],
  ['a source that was put in the place of one, as large and as old', () => replaced('scripts/cli/said.ts')],
  ['a source that is gone', () => rmSync(join(root, 'scripts/cli/said.ts'))],
  ['another lock file', () => put('bun.lock', '{}')],
  ['another installation', () => installed()],
])('a bundle is not run any more: %s', async (_, change) => {
  await build()
  expect(freshBundle(root)).not.toBeNull()
  change()
  expect(freshBundle(root)).toBeNull()
})

function replaced(name: string): void {
  const path = join(root, name)
  cpSync(path, `${path}.new`, { preserveTimestamps: true })
  renameSync(`${path}.new`, path)
}

function installed(): void {
  mkdirSync(join(root, 'node_modules'))
  put('node_modules/.bootstrap', '1 2')
}

test('a checkout that was moved or copied has no bundle', async () => {
  await build()
  const other = join(temp.path, 'other')
  cpSync(root, other, { recursive: true, preserveTimestamps: true })
  expect(freshBundle(other)).toBeNull()
  rmSync(other, { recursive: true })
  renameSync(root, other)
  expect(freshBundle(other)).toBeNull()
})

test('a source that may have changed while it was read is not bundled, and what there was stays', async () => {
  await build()
  const old = freshBundle(root)
  put('scripts/cli/said.ts', `export const said = (): string => 'two'`, 0)
  expect(await build()).toBe(false)
  expect(freshBundle(root)).toBeNull()
  put('scripts/cli/said.ts', `export const said = (): string => 'two'`, 60)
  expect(await build()).toBe(true)
  expect(run().out).toStartWith('two ')
  expect(freshBundle(root)).not.toBe(old)
})

test('a manifest that is cut off, or names what is not there, is none', async () => {
  await build()
  const folder = join(root, 'dist/start')
  const text = await Bun.file(join(folder, 'manifest.json')).text()
  writeFileSync(join(folder, 'manifest.json'), text.slice(0, 40))
  expect(freshBundle(root)).toBeNull()
  writeFileSync(join(folder, 'manifest.json'), '{"root":1}')
  expect(freshBundle(root)).toBeNull()
  writeFileSync(join(folder, 'manifest.json'), text)
  expect(freshBundle(root)).not.toBeNull()
  for (const name of readdirSync(folder))
    if (name !== 'manifest.json') rmSync(join(folder, name), { recursive: true })
  expect(freshBundle(root)).toBeNull()
})
