/** Which circuits and outcomes a revocation takes, by what it names. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createAtomic } from '../../shared/sqlite/atomic.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type DevicePrincipal, subjectOf } from '../auth/principal.ts'
import { type CommandStore, createCommandStore } from '../commands/store.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createRevocations, type Revocations } from './revoke.ts'
import { createSignInStore } from './sign-in-store.ts'

const who = (sub: string, dev: string, sid: string): DevicePrincipal => ({
  kind: 'device',
  sub,
  dev,
  key: 'k',
  sid,
  scopes: [],
  fresh: false,
})
const everybody = [who('u_a', 'd_1', 'k_1'), who('u_a', 'd_2', 'k_2'), who('u_ab', 'd_3', 'k_3')]

let home: TempHome
let kit: TestCore
let commands: CommandStore
let revocations: Revocations
let open: DevicePrincipal[]
let retired: string[]

beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  commands = createCommandStore(kit.db)
  open = [...everybody]
  retired = []
  revocations = createRevocations({
    circuits: () => ({
      endWhere: (fits) => {
        open = open.filter((one) => !fits(one))
      },
    }),
    commands,
    lock: { retired: (dev) => void retired.push(dev) },
    signIns: createSignInStore(kit.db),
    clock: kit.clock,
    atomic: createAtomic(kit.db),
  })
  const done = { key: 'x', route: 'POST /x', bodyHash: '', at: kit.clock.now(), status: 200, body: null }
  for (const one of everybody) {
    revocations.saw(one)
    commands.insert({ ...done, subject: subjectOf(one) })
  }
  commands.insert({ ...done, subject: 'local' })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const left = () => ({
  circuits: open.map(({ sid }) => sid),
  outcomes: commands.subjects().sort(),
})
const subjects = (...devices: string[]): string[] => [...devices.map((one) => `device ${one}`), 'local']

test('a person: everything of that person, and of nobody whose name begins the same', () => {
  revocations.apply({ t: 'revoked', id: 1, sub: 'u_a' })
  expect(left()).toEqual({ circuits: ['k_3'], outcomes: subjects('u_ab d_3') })
})

test('a device, or a sign-in: that one', () => {
  revocations.apply({ t: 'revoked', id: 1, dev: 'd_1' })
  expect(left()).toEqual({ circuits: ['k_2', 'k_3'], outcomes: subjects('u_a d_2', 'u_ab d_3') })
  revocations.apply({ t: 'revoked', id: 2, sid: 'k_3' })
  expect(left()).toEqual({ circuits: ['k_2'], outcomes: subjects('u_a d_2') })
})

test('members narrow each other', () => {
  revocations.apply({ t: 'revoked', id: 1, sub: 'u_a', dev: 'd_3' })
  expect(left().circuits).toHaveLength(3)
})

test('a sign-in that the device has followed by another leaves what it did', () => {
  revocations.saw(who('u_a', 'd_1', 'k_new'))
  revocations.apply({ t: 'revoked', id: 1, sid: 'k_1' })
  expect(left()).toEqual({
    circuits: ['k_2', 'k_3'],
    outcomes: subjects('u_a d_1', 'u_a d_2', 'u_ab d_3'),
  })
})

test('one that names nobody takes nothing', () => {
  revocations.apply({ t: 'revoked', id: 1 })
  expect(left().circuits).toHaveLength(3)
})

test('a retired device leaves the lock; one whose sign-in ended stays in it', () => {
  revocations.apply({ t: 'revoked', id: 1, dev: 'd_1', sid: 'k_1' })
  revocations.apply({ t: 'revoked', id: 2, sub: 'u_a' })
  expect(retired).toEqual([])
  revocations.apply({ t: 'revoked', id: 3, dev: 'd_1' })
  expect(retired).toEqual(['d_1'])
})
