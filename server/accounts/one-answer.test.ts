/** What a sign-in answers and costs must not say who has an account. */
import { expect, test } from 'bun:test'
import { type Answer, type Rig, startRig } from '../testing/rig.ts'

/** Each way to be nobody, and one to be somebody with another password. */
const NAMES = [
  'nobody',
  'no@where.example',
  'invited',
  'disabled',
  'deleted',
  'unverified@example.org',
  'ada',
]

async function startCrowd(): Promise<Rig> {
  const rig = await startRig()
  await rig.firstAdmin()
  for (const name of ['invited', 'disabled', 'deleted', 'unverified']) rig.addUser(name)
  rig.db.run(`UPDATE users SET password_hash = NULL WHERE name = 'invited'`)
  rig.db.run(`UPDATE users SET disabled_at = 1 WHERE name = 'disabled'`)
  rig.db.run(`UPDATE users SET deleted_at = 1 WHERE name = 'deleted'`)
  rig.db.run(`UPDATE users SET email = 'unverified@example.org' WHERE name = 'unverified'`)
  return rig
}

const guess = (rig: Rig, name: string, address: string): Promise<Answer> =>
  rig.ask('/v1/login', { body: { name, password: 'not the password' }, address })

const seen = ({ status, headers, text }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'date'),
  text,
})

test('whoever is named, a failure is one answer byte for byte and exactly one verification', async () => {
  await using rig = await startCrowd()
  const [first, ...others] = await Promise.all(
    NAMES.map(async (name, n) => seen(await guess(rig, name, `192.0.2.${n}`))),
  )
  expect(first?.status).toBe(401)
  for (const other of others) expect(other).toEqual(first ?? other)
  expect(rig.hasher.verified).toHaveLength(NAMES.length)
  const decoys = rig.hasher.verified.filter((hash) => hash === rig.hasher.decoy)
  expect(decoys).toHaveLength(NAMES.length - 1)
})

test('each waits in the public lane: while two others are looked at there, none of them is', async () => {
  for (const name of NAMES) {
    await using rig = await startCrowd()
    rig.hasher.hold()
    const before = [guess(rig, 'x', '198.51.100.1'), guess(rig, 'y', '198.51.100.2')]
    const waits = guess(rig, name, '192.0.2.1')
    // One more from its place is told at once, which is how it is known that it waits there.
    expect((await guess(rig, name, '192.0.2.1')).code).toBe('overloaded')
    expect([name, rig.hasher.verified.length]).toEqual([name, 2])
    rig.hasher.release()
    await Promise.all([...before, waits])
    expect([name, rig.hasher.verified.length]).toEqual([name, 3])
  }
})

test('a block says nothing either: it comes with the same failure for a name that nobody has', async () => {
  await using rig = await startCrowd()
  const blocked = []
  for (const [n, name] of NAMES.entries()) {
    for (let tries = 0; tries < 5; tries++) await guess(rig, name, `192.0.2.${n}`)
    blocked.push(seen(await guess(rig, name, `192.0.2.${n}`)))
  }
  for (const one of blocked) expect(one).toEqual(blocked[0] ?? one)
  expect(blocked[0]?.status).toBe(429)
})
