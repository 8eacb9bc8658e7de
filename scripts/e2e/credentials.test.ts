/** What stands for a person beside their password: sign-ins, and keys of scripts; and what ends them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createWorld, PASSWORD, type World } from './testing/world.ts'

setDefaultTimeout(60_000)

const NEXT = 'eight green bottles'

let world: World
beforeAll(async () => {
  world = await createWorld(process.env, `credentials-${process.pid}`)
})
afterAll(() => world.end())

const signIn = (home: string, password: string) =>
  world.json(home, ['sign-in', '--url', world.origin, '--name', 'ada'], password)

test('a key does what its scopes say and nothing that needs a password, and ends when it is revoked', async () => {
  const made = await world.json(world.device, ['keys', 'new', 'reports'], PASSWORD)
  expect(made).toEqual({
    key: {
      id: expect.stringMatching(/^k_/),
      name: 'reports',
      scopes: ['read'],
      device: null,
      createdAt: expect.any(Number),
      usedAt: null,
    },
    secret: expect.stringMatching(/^fk_/),
  })
  const script = world.at('script')
  await world.json(script, ['sign-in', '--url', world.origin, '--key'], made.secret)
  expect(await world.json(script, ['machines'])).toMatchObject([{ label: 'box' }])
  for (const words of [
    ['machines', 'add', 'other'],
    ['keys'],
    ['sign-ins'],
    ['sessions', '--machine', 'box'],
  ]) {
    expect(await world.refused(script, words)).toMatchObject({ code: 'key_scope_missing' })
  }
  expect(await world.json(world.device, ['keys'])).toMatchObject([
    { name: 'reports', usedAt: expect.any(Number) },
  ])
  await world.json(world.device, ['keys', 'revoke', made.key.id])
  expect(await world.refused(script, ['machines'])).toMatchObject({ code: 'api_key_revoked' })
  // What ended it is forgotten, so that the next command says to sign in.
  expect(await world.refused(script, ['machines'])).toMatchObject({ code: 'unauthenticated' })
})

test('a key reaches machines as the device that it was made on, and nowhere else', async () => {
  const script = world.at('nightly')
  await signIn(script, PASSWORD)
  const { key, secret } = await world.json(script, ['keys', 'new', 'nightly', '--scopes', 'circuits'])
  const elsewhere = ['sign-in', '--url', world.origin, '--key', '--json']
  const copied = await world.cli(world.at('copied'), elsewhere, secret)
  expect(JSON.parse(copied.err).error.code).toBe('wrong_device')
  await world.json(script, ['sign-in', '--url', world.origin, '--key'], secret)
  const { lock } = await waitsFor(script)
  expect(lock).toBe('sessions are listed')
  await world.json(world.device, ['keys', 'revoke', key.id])
  expect(await world.refused(script, ['sessions', '--machine', 'box'])).toMatchObject({
    code: 'api_key_revoked',
  })
})

/** The machine asks a person about this device first, as about every other. */
async function waitsFor(home: string): Promise<{ lock: string }> {
  const waiting = world.start(home, ['sessions', '--machine', 'box', '--json'])
  for await (const bytes of waiting.stderr) {
    const code = /^ {2}([0-9a-z]{10}) /m.exec(new TextDecoder().decode(bytes))?.[1]
    if (code === undefined) continue
    await world.json(world.device, ['devices', 'approve', code, '--machine', 'box'])
    break
  }
  return { lock: (await waiting.exited) === 0 ? 'sessions are listed' : 'refused' }
}

test('a sign-in is ended from another, and by a new password', async () => {
  const [second, third] = [world.at('second'), world.at('third')]
  await signIn(second, PASSWORD)
  await signIn(third, PASSWORD)
  const all = await world.json(second, ['sign-ins'])
  expect(all.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  const own = await world.json(third, ['sign-ins'])
  const { id } = own.find(({ current }: { current: boolean }) => current)
  expect(await world.json(second, ['sign-ins', 'end', id])).toEqual({ ended: 1 })
  expect(await world.refused(third, ['machines'])).toMatchObject({ code: 'session_revoked' })
  const wrong = await world.cli(second, ['password', '--json'], `${NEXT}\n${NEXT}`)
  expect(JSON.parse(wrong.err).error.code).toBe('invalid_login')
  await world.json(second, ['password'], `${PASSWORD}\n${NEXT}`)
  expect(await world.json(second, ['machines'])).toHaveLength(1)
  expect(await world.refused(world.device, ['machines'])).toMatchObject({ code: 'session_revoked' })
  await signIn(world.device, NEXT)
})
