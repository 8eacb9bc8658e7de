/** A machine that changes its keys, and a command line elsewhere that pinned the old ones. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld, type World } from './testing/world.ts'

setDefaultTimeout(90_000)

let world: World
beforeAll(async () => {
  world = await createWorld(process.env, `rekey-${process.pid}`)
})
afterAll(() => world.end())

const ELSEWHERE = ['sessions', '--machine', 'box']
const path = (): string => join(world.device, 'device', 'machines.json')

interface Pin {
  machineKey: string
  signKey: string | null
}

/** The one machine's, as the command line keeps it. */
function pin(): Pin {
  const [only] = Object.values<Pin>(JSON.parse(readFileSync(path(), 'utf8')).pins)
  if (!only) throw new TypeError('nothing is pinned')
  return only
}

function setPin(next: Pin | string): void {
  const file = JSON.parse(readFileSync(path(), 'utf8'))
  for (const name of Object.keys(file.pins)) file.pins[name] = next
  writeFileSync(path(), JSON.stringify(file))
}

const statusOf = async () => (await world.json(world.machine, ['status'])).authority

/** Another process tells nobody: it is asked until it is so. */
async function until(what: string, isSo: (authority: Awaited<ReturnType<typeof statusOf>>) => boolean) {
  for (let tries = 0; !isSo(await statusOf()); tries++) {
    if (tries > 300) throw new TypeError(`waited for ${what}`)
  }
}
const untilOnline = () => until('the tunnel', ({ tunnel }) => tunnel.state === 'online')

test('a command line that was there before goes on as if nothing had been', async () => {
  expect(await world.json(world.device, ELSEWHERE)).toEqual([])
  const before = pin()
  const { key, number, fingerprint } = await world.json(world.machine, ['rekey', '--yes'])
  expect(number).toBe(1)
  expect((await statusOf()).fingerprint).toEqual(fingerprint)
  await untilOnline()
  expect(await world.json(world.device, ELSEWHERE)).toEqual([])
  expect(pin().machineKey).toBe(key)
  expect(pin()).not.toEqual(before)
})

test('nobody changes keys by accident', async () => {
  expect(await world.refused(world.machine, ['rekey'])).toEqual({ exit: 2, code: 'usage' })
  expect(await world.refused(world.machine, ['trust', '--authority'])).toEqual({ exit: 2, code: 'usage' })
  expect(await world.refused(world.machine, ['trust'])).toMatchObject({ code: 'usage' })
})

test('a pin as earlier versions kept it is shown both keys when they changed, until a person compared them', async () => {
  const old = pin().machineKey
  setPin(old)
  const { fingerprint } = await world.json(world.machine, ['rekey', '--yes'])
  await untilOnline()
  const refused = await world.cli(world.device, ELSEWHERE)
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain(fingerprint.words)
  expect(refused.err).toContain(fingerprint.hex)
  expect(refused.err).toContain('fairlead trust box')
  expect(Object.values(JSON.parse(readFileSync(path(), 'utf8')).pins)).toEqual([old])
  const trusted = await world.cli(world.device, ['trust', 'box', '--yes'])
  expect(trusted.err).toContain(fingerprint.words)
  expect(await world.json(world.device, ELSEWHERE)).toEqual([])
  expect(pin().signKey).not.toBeNull()
})

test('with the authority gone the change waits, through a kill of the daemon, and is made when it is back', async () => {
  const before = (await statusOf()).fingerprint
  await world.killAuthority()
  expect(await world.refused(world.machine, ['rekey', '--yes'])).toMatchObject({
    code: 'authority_unreachable',
  })
  expect(await statusOf()).toMatchObject({ fingerprint: before, keyChangeWaits: true })
  await world.killDaemon()
  await world.startAuthority()
  await world.startDaemon()
  await until('the new keys', ({ keyChangeWaits }) => !keyChangeWaits)
  expect((await statusOf()).fingerprint).not.toEqual(before)
  await untilOnline()
  expect(await world.json(world.device, ELSEWHERE)).toEqual([])
})

test('after a theft the machine takes the newest signing key and none before it', async () => {
  await world.json(world.device, ['admin', 'keys', 'rotate'])
  const { keys } = await world.json(world.device, ['admin', 'keys'])
  const newest = keys.find((one: { newest: boolean }) => one.newest).kid
  const shown = await world.cli(world.machine, ['trust', '--authority', '--yes'])
  expect([shown.code, shown.err.includes(newest), shown.out.includes(newest)]).toEqual([0, true, true])
  await untilOnline()
  expect(await world.json(world.device, ELSEWHERE)).toEqual([])
})
