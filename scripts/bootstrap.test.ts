import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../shared/testing/temp-home.ts'

/** A checkout with nothing but what the script reads, and a PATH of our own: stand-ins that log what was asked. */
interface Checkout extends AsyncDisposable {
  root: string
  put(name: string, script: string): Promise<void>
  start(script?: string): Promise<{ code: number; stdout: string; stderr: string }>
  log(): Promise<string>
}

const TOOLS = [
  'cat',
  'cksum',
  'dirname',
  'env',
  'grep',
  'head',
  'ls',
  'mkdir',
  'mv',
  'readlink',
  'rm',
  'rmdir',
]
const MORE_TOOLS = ['sed', 'sh', 'sleep', 'tail', 'touch', 'uname']
const NODE = 'case $1 in -p) echo 22 ;; *) echo v22.0.0 ;; esac'
const BUN = (version: string): string =>
  `case $1 in --version) echo ${version} ;; *) echo "bun $*" >>"$LOG"; mkdir -p node_modules ;; esac`
const NPM = `echo "npm $*" >>"$LOG"
mkdir -p node_modules/@oven/bun-os-cpu/bin
printf '#!/bin/sh\\n%s\\n' '${BUN('1.4.5')}' >node_modules/@oven/bun-os-cpu/bin/bun
chmod +x node_modules/@oven/bun-os-cpu/bin/bun`

let tools: TempHome
beforeAll(async () => {
  tools = await tempHome()
  for (const name of [...TOOLS, ...MORE_TOOLS, 'chmod']) {
    await symlink(Bun.which(name) ?? '', join(tools.path, name))
  }
})
afterAll(() => tools.remove())

async function checkout(): Promise<Checkout> {
  const home = await tempHome()
  const root = join(home.path, 'root')
  const bin = join(home.path, 'bin')
  const log = join(home.path, 'log')
  await mkdir(join(root, 'scripts'), { recursive: true })
  await mkdir(bin)
  for (const name of ['bootstrap.sh', 'fairlead', 'up']) {
    await Bun.write(join(root, 'scripts', name), Bun.file(join(import.meta.dir, name)))
    await chmod(join(root, 'scripts', name), 0o755)
  }
  await Bun.write(join(root, 'package.json'), '{\n  "packageManager": "bun@1.4.5"\n}\n')
  await Bun.write(join(root, 'bun.lock'), 'lock')
  const env = { PATH: `${bin}:${tools.path}`, LOG: log, TMPDIR: home.path }
  return {
    root,
    async put(name, script) {
      await Bun.write(join(bin, name), `#!/bin/sh\n${script}\n`)
      await chmod(join(bin, name), 0o755)
    },
    async start(script = '. "$root/scripts/bootstrap.sh"; echo "$BUN"') {
      const child = Bun.spawn(['sh', '-euc', `root=${root}; ${script}`], {
        cwd: home.path,
        env,
        stderr: 'pipe',
      })
      const [stdout, stderr] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      return { code: await child.exited, stdout: stdout.trim(), stderr: stderr.trim() }
    },
    log: () => Bun.file(log).text(),
    [Symbol.asyncDispose]: home.remove,
  }
}

const INSTALLED = '.bun/1.4.5/node_modules/@oven/bun-os-cpu/bin/bun'

test('a Bun on PATH that is new enough is used, and the dependencies are installed once for each lock file', async () => {
  await using it = await checkout()
  await it.put('bun', BUN('1.5.0-canary.7'))
  const first = await it.start()
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toEndWith('/bin/bun')
  await it.start()
  expect(await it.log()).toBe('bun install --frozen-lockfile\n')
  await Bun.write(join(it.root, 'bun.lock'), 'another')
  await it.start()
  expect(await it.log()).toBe('bun install --frozen-lockfile\n'.repeat(2))
})

test('without one that is new enough npm installs the pinned one, without scripts, once for all who ask at once', async () => {
  await using it = await checkout()
  await it.put('bun', BUN('1.3.99'))
  await it.put('node', NODE)
  await it.put('npm', NPM)
  const all = await Promise.all([it.start(), it.start(), it.start()])
  for (const one of all) expect(one).toEqual({ code: 0, stdout: join(it.root, INSTALLED), stderr: '' })
  expect((await it.log()).split('\n').filter(Boolean)).toEqual([
    'npm install --ignore-scripts --no-audit --no-fund --no-package-lock --no-save bun@1.4.5',
    'bun install --frozen-lockfile',
  ])
  expect(await readdir(join(it.root, '.bun'))).toEqual(['1.4.5'])
  expect(await readdir(it.root)).not.toContain('.bootstrap.lock')
})

test('a lock whose owner is gone is taken over', async () => {
  await using it = await checkout()
  await it.put('bun', BUN('1.4.5'))
  const gone = Bun.spawn(['true'])
  await gone.exited
  await Bun.write(join(it.root, '.bootstrap.lock', String(gone.pid)), '')
  expect(await it.start()).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(it.root)).not.toContain('.bootstrap.lock')
})

test.each([
  ['nothing to run on', {}, /needs Bun 1\.4 or newer, or Node 20 or newer with npm: found neither on PATH/],
  [
    'an old Node',
    { node: 'case $1 in -p) echo 18 ;; *) echo v18.1.0 ;; esac' },
    /needs Node 20 .* found v18\.1\.0/,
  ],
  ['no npm', { node: NODE }, /needs npm .*: Node is on PATH, npm is not/],
  [
    'no network',
    { node: NODE, npm: 'echo "npm error code ENOTFOUND"; exit 1' },
    /registry cannot be reached/,
  ],
  [
    'a failing npm',
    { node: NODE, npm: 'echo "disk is full"; exit 1' },
    /could not install Bun 1\.4\.5:\ndisk is full/,
  ],
  [
    'a failing install',
    { bun: 'case $1 in --version) echo 1.4.5 ;; *) echo "lock had changes"; exit 1 ;; esac' },
    /dependencies could not be installed:\nlock had changes/,
  ],
])('%s: exit 1 and a sentence that says it', async (_, programs: Record<string, string>, sentence) => {
  await using it = await checkout()
  for (const [name, script] of Object.entries(programs)) await it.put(name, script)
  const end = await it.start()
  expect(end.code).toBe(1)
  expect(end.stderr).toMatch(/^fairlead: /)
  expect(end.stderr).toMatch(sentence)
  expect(await readdir(it.root)).not.toContain('.bootstrap.lock')
})

test('the command works through a link, in the caller’s directory, and reads no settings of that directory', async () => {
  await using it = await checkout()
  await it.put(
    'bun',
    'case $1 in --version) echo 1.4.5 ;; install) mkdir -p node_modules ;; *) pwd; echo "$*" ;; esac',
  )
  await symlink('root/scripts/fairlead', join(it.root, '../link'))
  await symlink('link', join(it.root, '../again'))
  const flags = `--config=${it.root}/bunfig.toml --no-env-file ${it.root}/scripts/start/main.ts`
  const above = join(it.root, '..')
  expect((await it.start('./again new "two words"')).stdout).toBe(`${above}\n${flags} new two words`)
  expect((await it.start('"$root/scripts/up" --port 0')).stdout).toBe(`${above}\n${flags} up --port 0`)
})
