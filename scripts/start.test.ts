/** `./scripts/up` as a person starts it: one line when it is ready, one sentence when it cannot be, and no damage. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noneMarked } from '../shared/testing/processes.ts'
import { type TempHome, tempHome } from '../shared/testing/temp-home.ts'
import { waitFor } from '../shared/testing/wait-for.ts'
import { environment, finish, linesOf, MARK, type Ran, type Started } from './cli/test-process.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

const UP = join(import.meta.dir, 'up')

let temp: TempHome
let mark: string
let started: Started[] = []
beforeEach(async () => {
  temp = await tempHome()
  mark = `start-${process.pid}-${temp.path}`
})
afterEach(async () => {
  for (const one of started) one.kill('SIGTERM')
  for (const one of started) await one.exited
  started = []
  await noneMarked(MARK, mark)
  await waitFor('the keepers to end', 10_000, () => naming(temp.path).length === 0)
  await temp.remove()
}, 30_000)

const at = (...names: string[]) => join(temp.path, ...names)

const envOf = (home: string): Record<string, string> =>
  environment({ ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }, home, mark)

const pipes = { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' } as const

function up(home: string, ...args: string[]): Started {
  const words = [
    UP,
    '--home',
    home,
    '--no-open',
    '--json',
    ...(args.includes('--port') ? [] : ['--port', '0']),
  ]
  const child = Bun.spawn([...words, ...args], { env: envOf(home), ...pipes })
  started.push(child)
  return child
}

/** A daemon that is ready, and where. */
async function ready(home: string, ...args: string[]): Promise<{ child: Started; url: string }> {
  const child = up(home, ...args)
  const line = JSON.parse(await linesOf(child.stdout).next())
  return { child, url: line.ready.url }
}

async function end(child: Started): Promise<void> {
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}

/** A start that is refused: its code and its one sentence. */
async function refused(home: string, ...args: string[]): Promise<{ code: string; message: string }> {
  const ran: Ran = await finish(up(home, ...args))
  expect(ran.code).not.toBe(0)
  expect(ran.out).toBe('')
  const said = ran.err.trim().split('\n')
  expect(said).toHaveLength(1)
  const { error } = JSON.parse(said[0] ?? '')
  expect(error.message).not.toContain('\n')
  expect(error.message).not.toContain('    at ')
  return error
}

const health = async (url: string): Promise<unknown> => await (await fetch(`${url}/health`)).json()

/** Processes, ours not counted, whose command line names the path. */
function naming(path: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path)
    } catch {
      return false // it ended meanwhile
    }
  })
}

/** Every file of a home that holds what must not be lost, byte for byte. */
function bytesOf(home: string): Record<string, string> {
  const names = readdirSync(home).filter((name) => /^(?:daemon\.db|secret|port)/.test(name))
  const files = names.filter((name) => statSync(join(home, name)).isFile())
  return Object.fromEntries(
    files.map((name) => [name, Bun.SHA256.hash(readFileSync(join(home, name)), 'hex')]),
  )
}

test('it prints one line when it is ready, keeps its port, and can be started again after it ended', async () => {
  const home = at('home')
  const first = up(home)
  const lines = linesOf(first.stdout)
  const { ready: facts } = JSON.parse(await lines.next())
  expect(facts.setupUrl).toStartWith(`${facts.url}/set-up#`)
  expect(facts.machineId).toStartWith('m_')
  expect(await health(facts.url)).toEqual({ ok: true })
  await end(first)
  expect(await lines.rest()).toEqual([])
  const second = await ready(home)
  expect(second.url).toBe(facts.url)
  expect(readdirSync(home)).toContain('run.json')
  await end(second.child)
  expect(readdirSync(home)).not.toContain('run.json')
})

test('the machine beside the authority is enrolled once, and both keep their ports and what they are', async () => {
  const home = at('home')
  const before = await ready(home)
  const run = () => JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'))
  const { url, daemonUrl } = run()
  expect(url).toBe(before.url)
  const machine = await machineOf(home)
  await end(before.child)
  const after = await ready(home)
  expect(run()).toMatchObject({ url, daemonUrl })
  expect(await machineOf(home)).toEqual(machine)
  await end(after.child)
})

/** As the daemon has it, the time of its enrollment included. */
async function machineOf(home: string): Promise<unknown> {
  const answer = await fetch('http://machine/v1/status', { unix: join(home, 'run', 'daemon.sock') })
  const { enrollment, tunnel } = await answer.json()
  expect(tunnel.state).toBe('online')
  return enrollment
}

test('what is started is the role that the operator names, and no other', async () => {
  const home = at('home')
  const as = (role: string): Started => {
    const words = [UP, '--home', home, '--json', '--port', '0']
    const child = Bun.spawn(words, { env: { ...envOf(home), FAIRLEAD_ROLE: role }, ...pipes })
    started.push(child)
    return child
  }
  const wrong = await finish(as('relay'))
  expect(wrong.code).toBe(1)
  expect(JSON.parse(wrong.err).error).toMatchObject({ code: 'config_invalid' })
  expect(readdirSync(temp.path)).toEqual([])
  const child = as('authority')
  const { ready: facts } = JSON.parse(await linesOf(child.stdout).next())
  expect(facts.machineId).toBeNull()
  expect(facts.setupUrl).toMatch(/#fu_[0-9a-z]{32}$/)
  expect(readdirSync(home)).toEqual(['authority'])
  await end(child)
})

test('a second start on a home that is in use names the process that has it, which goes on', async () => {
  const home = at('home')
  const { child, url } = await ready(home)
  const { pid } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'))
  const { code, message } = await refused(home)
  expect(code).toBe('home_locked')
  expect(message).toContain(String(pid))
  expect(JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')).pid).toBe(pid)
  expect(await health(url)).toEqual({ ok: true })
  await end(child)
})

test('of several starts at once exactly one is ready', async () => {
  const home = at('home')
  const all = [up(home), up(home), up(home)]
  const first = await Promise.race(all.map(async (child) => ({ child, line: await firstOf(child) })))
  expect(first.line).toContain('ready')
  for (const child of all.filter((one) => one !== first.child)) expect(await child.exited).not.toBe(0)
  await end(first.child)
})

/** The first line, or never: a refused start writes none. */
const firstOf = (child: Started): Promise<string> =>
  linesOf(child.stdout)
    .next()
    .catch(() => new Promise<string>(() => {}))

test('a daemon that was killed leaves a home that starts', async () => {
  const home = at('home')
  const { child } = await ready(home)
  const { pid } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  await child.exited
  const again = await ready(home)
  expect(await health(again.url)).toEqual({ ok: true })
  await end(again.child)
})

test('two homes on one host do not disturb each other', async () => {
  const [one, two] = await Promise.all([ready(at('one')), ready(at('two'))])
  expect(one.url).not.toBe(two.url)
  await end(one.child)
  expect(await health(two.url)).toEqual({ ok: true })
  await end(two.child)
})

test('a port that another program has is refused, and one that is asked for is had', async () => {
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('other') })
  const { code, message } = await refused(at('home'), '--port', String(other.port))
  expect(code).toBe('port_taken')
  expect(message).toContain(String(other.port))
  const port = other.port
  await other.stop(true)
  const { child, url } = await ready(at('home'), '--port', String(port))
  expect(url).toBe(`http://127.0.0.1:${port}`)
  await end(child)
})

test.each([
  ['a file in the place of the directory', (home: string) => writeFileSync(home, 'mine')],
  ['a file in the place of what is in it', (home: string) => writeFileSync(made(home, 'run'), 'mine')],
  ['a directory in the place of its lock', (home: string) => mkdirSync(made(home, 'lock.db'))],
  ['a directory in the place of its database', (home: string) => mkdirSync(made(home, 'daemon.db'))],
  ['a directory in the place of its secret', (home: string) => mkdirSync(made(home, 'secret'))],
] as const)('a home that cannot be written is refused: %s', async (_, spoil) => {
  const home = at('home')
  spoil(home)
  const { code, message } = await refused(home)
  expect(code).toBe('home_unwritable')
  expect(message).toContain(home)
  if (statSync(home).isFile()) expect(readFileSync(home, 'utf8')).toBe('mine')
})

function made(home: string, name: string): string {
  mkdirSync(home)
  return join(home, name)
}

test('a home where nobody can make a directory is refused', async () => {
  expect(await refused('/proc/fairlead-home')).toMatchObject({ code: 'home_unwritable' })
})

test('a home whose path is too long for a socket is refused before anything is made', async () => {
  const home = at('x'.repeat(120))
  expect(await refused(home)).toMatchObject({ code: 'socket_path_long' })
  expect(readdirSync(temp.path)).toEqual([])
})

test.each([
  [
    'no database',
    (path: string) => writeFileSync(path, 'this is no database, though it is long enough'.repeat(99)),
  ],
  ['cut off', (path: string) => truncateSync(path, 6_000)],
  ['overwritten at its beginning', (path: string) => overwrite(path, 100)],
] as const)('a database that is %s is refused and left as it is', async (_, spoil) => {
  const home = at('home')
  await end((await ready(home)).child)
  spoil(join(home, 'daemon.db'))
  const before = bytesOf(home)
  const { code, message } = await refused(home)
  expect(code).toBe('database_corrupt')
  expect(message).toContain(join(home, 'daemon.db'))
  expect(bytesOf(home)).toMatchObject(before)
  expect(await refused(home)).toEqual({ code, message })
})

function overwrite(path: string, from: number): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, from, from + 2_000))
}

test.each(['closed', 'killed'])(
  'a database of a later version, %s, is refused and left as it is',
  async (how) => {
    const home = at('home')
    await end((await ready(home)).child)
    const path = join(home, 'daemon.db')
    const later = `const db = new (require('bun:sqlite').Database)(${JSON.stringify(path)})
    db.run('PRAGMA application_id = 99'); db.run('PRAGMA user_version = 99'); db.run('CREATE TABLE later (a)')
    ${how === 'killed' ? `process.kill(process.pid, 'SIGKILL')` : 'db.close()'}`
    await Bun.spawn([process.execPath, '-e', later], { stdio: ['ignore', 'inherit', 'inherit'] }).exited
    expect(Object.keys(bytesOf(home)).includes('daemon.db-wal')).toBe(how === 'killed')
    const before = bytesOf(home)
    const { code, message } = await refused(home)
    expect(code).toBe('database_newer')
    expect(message).toContain('99')
    // The index of the log is no data: it is made anew by whoever opens it.
    const { 'daemon.db-shm': _index, ...kept } = before
    expect(bytesOf(home)).toMatchObject(kept)
    using db = new Database(path, { readonly: true })
    expect(db.query('SELECT count(*) AS n FROM later').get()).toEqual({ n: 0 })
  },
)
