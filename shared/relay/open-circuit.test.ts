/** What a device dials, by what it pinned and what the authority gives it. */
import { expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { ok } from '../errors.ts'
import { nodeKeyPair, nodeSuite } from '../noise/node-suite.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { toBase64url } from '../token/base64url.ts'
import { nodeSigner } from '../token/node-verifier.ts'
import { issueSuccessor } from '../token/successor.ts'
import { type MachinePin, readPin } from './machine-pin.ts'
import { openCircuit, type Ticket } from './open-circuit.ts'

const random = seededRandom(4)
const secretOf = (n: number): Uint8Array => new Uint8Array(32).fill(n)
const keysOf = (n: number) => ({
  machineKey: toBase64url(new Uint8Array(32).fill(n + 50)),
  signKey: toBase64url(ed25519.getPublicKey(secretOf(n))),
})

const step = (from: number, to: number, by = from, machine = 'm_1'): string =>
  issueSuccessor(
    {
      issuer: 'i_1',
      machine,
      number: to,
      from: { machineKey: keysOf(from).machineKey, signKey: keysOf(by).signKey },
      to: keysOf(to),
      now: 0,
    },
    nodeSigner(secretOf(by)),
  )

/** Where a device with this pin goes when it is given key `offered` and these statements. */
async function goes(pin: MachinePin | null, offered: number, successors?: string[]) {
  const dialled: string[] = []
  const pinned: MachinePin[] = []
  const ticket: Ticket = {
    issuer: 'i_1',
    capability: 'a capability',
    expiresAt: 1,
    machineKey: keysOf(offered).machineKey,
    relayUrl: 'wss://relay.example',
    ...(successors && { successors }),
  }
  const tried = await openCircuit({
    machine: 'm_1',
    deviceKey: nodeKeyPair(random(32)),
    deviceName: 'test',
    pins: {
      pinned: async () => pin,
      pin: async (_, next) => void pinned.push(next),
      pairing: async () => null,
      spendPairing: async () => undefined,
    },
    ticket: async () => ok(ticket),
    suite: nodeSuite(random),
    openSocket(url) {
      dialled.push(url)
      throw new RangeError('dialled')
    },
    clock: fakeClock(),
    random,
    openMs: 1_000,
  }).catch((error: unknown) => {
    if (error instanceof RangeError) return { is: 'dialled' } as const
    throw error
  })
  // Whether it dials or not: no pin moves before the machine has proven that it has the new key.
  expect(pinned).toEqual([])
  return { is: tried.is, dials: dialled.length }
}

const CHANGED = { is: 'key_changed', dials: 0 } as const
const DIALLED = { is: 'dialled', dials: 1 } as const
const first = keysOf(1)

test('the pinned key, and on the first visit any, is dialled', async () => {
  expect(await goes(first, 1)).toEqual(DIALLED)
  expect(await goes(null, 1)).toEqual(DIALLED)
  expect(await goes(null, 2, ['nonsense'])).toEqual(DIALLED)
})

test('another key is dialled only if the pinned one leads to it, step by step', async () => {
  expect(await goes(first, 2, [step(1, 2)])).toEqual(DIALLED)
  expect(await goes(first, 4, [step(1, 2), step(2, 3), step(3, 4)])).toEqual(DIALLED)
})

test.each<[string, number, string[] | undefined]>([
  ['none', 2, undefined],
  ['an empty one', 2, []],
  ['nonsense', 2, ['x', '', 'a.b.c']],
  ['one that leads elsewhere', 3, [step(1, 2)]],
  ['one that stops before it', 4, [step(1, 2), step(2, 3)]],
  ['one that begins after the pin', 4, [step(2, 3), step(3, 4)]],
  ['one mixed up', 3, [step(2, 3), step(1, 2)]],
  ['one signed by the newcomer', 2, [step(1, 2, 2)]],
  ['one signed by a stranger', 3, [step(1, 2), step(2, 3, 9)]],
  ['another machine’s', 2, [step(1, 2, 1, 'm_2')]],
  ['one that goes past it', 2, [step(1, 2), step(2, 3)]],
])('with a chain that is %s nothing is dialled', async (_, offered, successors) => {
  expect(await goes(first, offered, successors)).toEqual(CHANGED)
})

test('a pin without a sign key is led nowhere, whatever the chain', async () => {
  expect(await goes({ ...first, signKey: null }, 2, [step(1, 2)])).toEqual(CHANGED)
  expect(await goes({ ...first, signKey: null }, 1)).toEqual(DIALLED)
})

test('a pin that was stored as a machine key alone is one without a sign key; what is neither is none', () => {
  expect(readPin(first.machineKey)).toEqual({ machineKey: first.machineKey, signKey: null })
  expect(readPin(first)).toEqual(first)
  for (const other of [
    undefined,
    null,
    7,
    'short',
    {},
    { machineKey: first.machineKey },
    [first.machineKey],
  ]) {
    expect(readPin(other)).toBeNull()
  }
})
