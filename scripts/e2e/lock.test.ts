/** The lock of a machine elsewhere, by the command line. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createWorld, PASSWORD, type World } from './testing/world.ts'

setDefaultTimeout(60_000)

let world: World
beforeAll(async () => {
  world = await createWorld(process.env, `lock-${process.pid}`)
})
afterAll(() => world.end())

const OFF = ['devices', 'lock', 'off', '--machine', 'box', '--yes']
const isOn = async (): Promise<boolean> => (await world.json(world.machine, ['devices'])).on

/** As if every password had been given long ago. */
function ageSignIns(): void {
  const db = new Database(join(world.authority, 'authority', 'authority.db'))
  db.run('UPDATE sign_ins SET fresh_at = 0')
  db.close()
}

test('from elsewhere the lock is turned off behind the password only, and it is said what that gives up', async () => {
  ageSignIns()
  const wrong = await world.cli(world.device, [...OFF, '--json'], 'not the password')
  expect(wrong.err).toContain('gives up what keeps the authority itself out')
  expect([wrong.code === 0, await isOn()]).toEqual([false, true])
  expect(await world.json(world.device, OFF, PASSWORD)).toMatchObject({ on: false })
  expect(await isOn()).toBe(false)
  expect(
    await world.json(world.device, ['devices', 'lock', 'on', '--machine', 'box', '--yes']),
  ).toMatchObject({
    on: true,
  })
})

test('who has just given the password is not asked for it again', async () => {
  expect(await world.json(world.device, OFF)).toMatchObject({ on: false })
  await world.json(world.machine, ['devices', 'lock', 'on', '--yes'])
})

test('nobody turns it by accident', async () => {
  expect(await world.refused(world.machine, ['devices', 'lock', 'off'])).toEqual({ exit: 2, code: 'usage' })
  expect(await world.refused(world.machine, ['devices', 'lock', 'maybe', '--yes'])).toMatchObject({
    code: 'usage',
  })
  expect(await isOn()).toBe(true)
})

test('from elsewhere the last device that could let another in stays; the machine itself removes it', async () => {
  const { devices } = await world.json(world.machine, ['devices'])
  const [only] = devices
  expect(devices).toHaveLength(1)
  const remove = ['devices', 'remove', only.key]
  expect(await world.refused(world.device, [...remove, '--machine', 'box'])).toMatchObject({
    code: 'last_approver',
  })
  await world.json(world.machine, remove)
  expect((await world.json(world.machine, ['devices'])).devices).toEqual([])
})
