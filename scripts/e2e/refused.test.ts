/** What ends a view from elsewhere, and what a device refuses: each act with its own code. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startDaemon } from '../../server/testing/daemon.ts'
import { connectAuthority, unwrap } from '../cli/client.ts'
import { signedIn } from '../cli/remote/account.ts'
import { linesOf, onTerminal } from '../cli/test-process.ts'
import { createWorld, PASSWORD, type World } from './testing/world.ts'

setDefaultTimeout(60_000)

let world: World
let session: string
beforeAll(async () => {
  world = await createWorld(process.env, `refused-${process.pid}`)
  const made = await world.json(world.device, [
    'new',
    '--machine',
    'box',
    '--agent',
    'demo',
    '--cwd',
    world.at('work'),
  ])
  session = made.id
})
afterAll(() => world.end())

test('a wrong password signs nobody in, and what is kept of a sign-in is its owner’s alone', async () => {
  const home = world.at('nobody')
  const wrong = await world.cli(home, ['sign-in', '--url', world.origin, '--name', 'ada', '--json'], 'seven')
  expect({ exit: wrong.code, code: JSON.parse(wrong.err).error.code }).toEqual({
    exit: 3,
    code: 'invalid_login',
  })
  expect(await world.refused(home, ['machines'])).toEqual({ exit: 3, code: 'unauthenticated' })
  const modes = ['account.json', 'key.json'].map(
    (name) => statSync(join(world.device, 'device', name)).mode & 0o777,
  )
  expect(modes).toEqual([0o600, 0o600])
})

test('a password is typed blind, and an address without TLS is refused before it is asked for', async () => {
  const home = world.at('typed')
  const env = { ...process.env, FAIRLEAD_HOME: home, NO_COLOR: '1' }
  const at = (origin: string) => ['sign-in', '--url', origin, '--name', 'ada']
  const { code, screen } = await onTerminal(definedOf(env), world.at('work'), at(world.origin), [
    ['Password: ', `${PASSWORD}\r`],
  ])
  expect(code).toBe(0)
  expect(screen).toContain('Signed in as ada')
  expect(screen).not.toContain(PASSWORD)
  expect(await world.refused(home, at('http://authority.example'))).toEqual({ exit: 2, code: 'usage' })
})

const definedOf = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Another device of the same account, let in by whoever stands at the machine. */
async function secondDevice(name: string): Promise<string> {
  const home = world.at(name)
  await world.json(home, ['sign-in', '--url', world.origin, '--name', 'ada'], PASSWORD)
  const waiting = world.start(home, ['sessions', '--machine', 'box', '--json'])
  const notes = linesOf(waiting.stderr)
  let code: string | undefined
  while (code === undefined) code = /^ {2}([0-9a-z]{10}) /.exec(await notes.next())?.[1]
  // The first device knows the machine, so it may let another one in; a wrong code does not.
  const approve = (typed: string) => ['devices', 'approve', typed, '--machine', 'box']
  expect(await world.refused(world.device, approve('0000000000'))).toMatchObject({ code: 'code_wrong' })
  await world.json(world.device, approve(code))
  expect(await waiting.exited).toBe(0)
  return home
}

/** A view by circuit, open: its exit is how it ended. */
async function view(home: string) {
  const child = world.start(home, ['events', session, '--machine', 'box', '--follow', '--json'])
  await linesOf(child.stdout).next()
  return child
}

const api = (home: string) => connectAuthority(signedIn(home)).v1

const acts: [act: string, code: string, (home: string) => Promise<unknown>][] = [
  ['its sign-in ends', 'session_revoked', (home) => unwrap(api(home).logout.post())],
  [
    'its device is retired from another one',
    'device_revoked',
    (home) =>
      unwrap(
        api(world.device)
          .devices({ device: signedIn(home).device ?? '' })
          .delete(),
      ),
  ],
]

test.each(acts)('a view ends when %s: %s', async (act, code, revoke) => {
  const home = await secondDevice(act.replaceAll(' ', '-'))
  const open = await view(home)
  await revoke(home)
  const [said, exit] = [await new Response(open.stderr).text(), await open.exited]
  expect({ exit, code: JSON.parse(said.trim().split('\n').at(-1) ?? '').error.code }).toEqual({
    exit: 3,
    code,
  })
  expect(await world.refused(home, ['sessions', '--machine', 'box'])).toMatchObject({
    code: 'unauthenticated',
  })
})

test('a device that the machine removes from its lock is shut out, whatever the authority signs', async () => {
  const home = await secondDevice('removed')
  const open = await view(home)
  const { devices } = await world.json(world.machine, ['devices'])
  await world.json(world.machine, ['devices', 'remove', devices.at(-1).key])
  let said = ''
  const notes = linesOf(open.stderr)
  while (!said.includes('does not know this device')) said = await notes.next()
  open.kill()
  await open.exited
})

test('with remote chat off the machine can be read and nothing can be done there', async () => {
  await world.json(world.device, ['machines', 'chat', 'box', 'off'])
  const read = await world.json(world.device, ['sessions', '--machine', 'box'])
  expect(read).toHaveLength(1)
  const prompt = ['prompt', session, 'say: no', '--machine', 'box']
  expect(await world.refused(world.device, prompt)).toEqual({ exit: 3, code: 'scope_missing' })
  await world.json(world.device, ['machines', 'chat', 'box', 'on'])
  expect(await world.json(world.device, prompt)).toMatchObject({ seq: expect.any(Number) })
})

test('a machine without a daemon is offline, which is not the same as unknown', async () => {
  await world.killDaemon()
  const machine = (name: string) => ['sessions', '--machine', name]
  expect(await world.refused(world.device, machine('box'))).toEqual({ exit: 6, code: 'machine_offline' })
  expect(await world.refused(world.device, machine('nobody'))).toEqual({ exit: 3, code: 'machine_not_found' })
  await world.startDaemon()
})

test('another key for the same machine is not dialled until a person took it', async () => {
  const [box] = await world.json(world.device, ['machines'])
  const { code } = await unwrap(api(world.device).machines({ machine: box.id })['enrollment-codes'].post())
  await startDaemon(world.origin, code)
  const connects = (): number =>
    world.recorder.recordings.filter(({ toServer }) =>
      Buffer.from(toServer[0] ?? []).includes('GET /relay/connect'),
    ).length
  const before = connects()
  const { code: exit, err } = await world.cli(world.device, ['sessions', '--machine', 'box', '--json'])
  const { error } = JSON.parse(err)
  expect({ exit, code: error.code }).toEqual({ exit: 3, code: 'machine_key_changed' })
  for (const side of ['pinned', 'offered']) {
    expect(error.detail[side].words.split(' ')).toHaveLength(8)
    expect(error.detail[side].hex).toMatch(/^(?:[0-9a-f]{4} ){15}[0-9a-f]{4}$/)
  }
  expect(connects()).toBe(before)
  expect(await world.refused(world.device, ['trust', 'box'])).toEqual({ exit: 2, code: 'usage' })
  expect(await world.json(world.device, ['trust', 'box', '--yes'])).toMatchObject({ machine: box.id })
})

test('a machine that was removed is nobody’s, and its name is free', async () => {
  await world.json(world.device, ['machines', 'remove', 'box'])
  expect(await world.json(world.device, ['machines'])).toEqual([])
  expect(await world.json(world.device, ['machines', 'add', 'box'])).toMatchObject({
    machine: { label: 'box' },
  })
})
