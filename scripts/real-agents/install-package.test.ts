import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { isInstalled, MARK, type Package } from './cache.ts'
import { type InstallOutcome, installPackage } from './install-package.ts'

const harness: Package = {
  id: 'harness',
  package: 'a-harness',
  version: '1.2.3',
  files: ['a-harness/main.js'],
}

/** Of a registry with one package: its tarball, or an error, or nothing at all. */
let answer: 'tarball' | 'gone' | 'silence' = 'tarball'
let registry: Bun.Server<undefined>
let home: TempHome
let served = 0
let locks = ''

beforeAll(async () => {
  home = await tempHome()
  locks = join(home.path, 'locks')
  const tarball = await pack()
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  registry = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      if (answer === 'gone') return new Response('gone', { status: 410 })
      if (answer === 'silence') return new Promise<Response>(() => {})
      const { origin, pathname } = new URL(request.url)
      if (pathname.endsWith('.tgz')) {
        served++
        return new Response(tarball)
      }
      const version = { name: 'a-harness', version: '1.2.3', dist: { tarball: `${origin}/a.tgz`, integrity } }
      return Response.json({
        name: 'a-harness',
        'dist-tags': { latest: '1.2.3' },
        versions: { '1.2.3': version },
      })
    },
  })
  await Bun.write(join(locks, 'harness/package.json'), '{ "dependencies": { "a-harness": "1.2.3" } }')
  const lock = Bun.spawn([process.execPath, 'install', '--lockfile-only'], {
    cwd: join(locks, 'harness'),
    env: env(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await lock.exited).toBe(0)
})
afterAll(async () => {
  await registry.stop(true)
  await home.remove()
})

async function pack(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(home.path, 'package')
  const script = 'touch ran'
  const about = { name: 'a-harness', version: '1.2.3', scripts: { postinstall: script, install: script } }
  await Bun.write(join(folder, 'package.json'), JSON.stringify(about))
  await Bun.write(join(folder, 'main.js'), '')
  const tar = Bun.spawnSync(['tar', '-czf', '-', '-C', home.path, 'package'])
  expect(tar.exitCode).toBe(0)
  return new Uint8Array(tar.stdout)
}

const env = () => ({
  PATH: process.env.PATH,
  HOME: home.path,
  BUN_INSTALL_CACHE_DIR: join(home.path, 'bun-cache'),
  BUN_CONFIG_REGISTRY: `http://127.0.0.1:${registry.port}/`,
})

/** A cache that is blank but for what `name` names. */
const cacheOf = (name: string): string => join(home.path, 'caches', name)
const install = (cache: string, more: { package?: Package; installMs?: number } = {}) =>
  installPackage({ cache, package: harness, locks, env: env(), ...more })
const sentence = (outcome: InstallOutcome): string => (outcome.kind === 'failed' ? outcome.sentence : '')

test('what the lockfile names is put into a folder of its own, and no install script runs', async () => {
  const cache = cacheOf('blank')
  expect(await install(cache)).toEqual({ kind: 'installed' })
  expect(await readdir(cache)).toEqual(['harness'])
  expect((await readdir(join(cache, 'harness/node_modules/a-harness'))).sort()).toEqual([
    'main.js',
    'package.json',
  ])
  expect(await Bun.file(join(cache, 'harness', MARK)).text()).toStartWith('a-harness@1.2.3 ')
  expect(await isInstalled(cache, harness, locks)).toBe(true)
})

test('a second time nothing is asked of the registry; with another lockfile it is installed again', async () => {
  const cache = cacheOf('again')
  await install(cache)
  const before = served
  answer = 'gone'
  expect(await install(cache)).toEqual({ kind: 'there' })
  answer = 'tarball'
  expect(served).toBe(before)
  await Bun.write(join(cache, 'harness', MARK), 'a-harness@1.2.3 of another lockfile\n')
  expect(await install(cache)).toEqual({ kind: 'installed' })
})

test('a failure says what Bun said, and leaves what was there', async () => {
  const cache = cacheOf('failing')
  await Bun.write(join(cache, 'harness/older'), '')
  await rm(join(home.path, 'bun-cache'), { recursive: true, force: true })
  answer = 'gone'
  const outcome = await install(cache)
  answer = 'tarball'
  expect(sentence(outcome)).toStartWith('a-harness@1.2.3 could not be installed: exit code 1\n')
  expect(sentence(outcome)).toContain('410')
  expect(await readdir(cache)).toEqual(['harness'])
  expect(await readdir(join(cache, 'harness'))).toEqual(['older'])
})

test('an installation without the build for this machine has failed', async () => {
  const outcome = await install(cacheOf('partial'), { package: { ...harness, files: ['a-build/program'] } })
  expect(sentence(outcome)).toEndWith('it left no node_modules/a-build/program')
})

test('one that takes too long is ended', async () => {
  await rm(join(home.path, 'bun-cache'), { recursive: true, force: true })
  answer = 'silence'
  const outcome = await install(cacheOf('slow'), { installMs: 500 })
  answer = 'tarball'
  expect(sentence(outcome)).toContain('ended after 0.5 s')
})

test('what an interrupted one left is removed, what another is at is not', async () => {
  const cache = cacheOf('abandoned')
  const gone = Bun.spawn(['true'])
  await gone.exited
  await mkdir(join(cache, `harness.${gone.pid}`), { recursive: true })
  await mkdir(join(cache, `harness.${process.ppid}`), { recursive: true })
  await install(cache)
  expect((await readdir(cache)).sort()).toEqual(['harness', `harness.${process.ppid}`])
})
