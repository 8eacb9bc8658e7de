import { describe, expect, test } from 'bun:test'
import { concat } from '../bytes.ts'
import { NOISE_MESSAGE_BYTES } from '../limits.ts'
import { rejection } from '../testing/rejection.ts'
import { initiate, respond } from './handshake.ts'
import type { KeyPair } from './key-pair.ts'
import { prologue } from './prologue.ts'
import type { Suite } from './suite.ts'
import {
  handshaken,
  hex,
  must,
  nodeEnd,
  open,
  PROLOGUE,
  suites,
  webEnd,
  withEphemerals,
} from './testing/circuit-ends.ts'

const { suite } = nodeEnd
const REJECTED = { ok: false, why: 'rejected' } as const

const sides = async (device: Suite = suite, machine: Suite = suite) => {
  const deviceKey = await device.generateKeyPair()
  const machineKey = await machine.generateKeyPair()
  return {
    device: { suite: device, staticKey: deviceKey, prologue: PROLOGUE, remoteKey: machineKey.publicKey },
    machine: { suite: machine, staticKey: machineKey, prologue: PROLOGUE },
  }
}

describe.each([...suites])('a device on $name', ({ suite: device }) => {
  test.each([...suites])('and a machine on $name understand each other', async ({ suite: machine }) => {
    const ends = await handshaken(device, machine)
    expect(hex(ends.device.handshakeHash)).toBe(hex(ends.machine.handshakeHash))
    for (const [from, to] of [
      [ends.device, ends.machine],
      [ends.machine, ends.device],
    ] as const) {
      for (const text of ['first', '', 'third']) {
        const sealed = must(await from.seal(new TextEncoder().encode(text)))
        expect(new TextDecoder().decode(must(await open(to, sealed)))).toBe(text)
      }
    }
  })

  test('refuses a machine key of low order before it says anything', async () => {
    const { device: options } = await sides(device)
    for (const remoteKey of LOW_ORDER) expect(await initiate({ ...options, remoteKey })).toEqual(REJECTED)
  })

  test('as a machine refuses an ephemeral of low order', async () => {
    const { device: from, machine } = await sides(device, device)
    const { message } = must(await initiate(from))
    for (const key of LOW_ORDER) {
      expect(await respond(machine, concat([key, message.subarray(32)]))).toEqual(REJECTED)
    }
  })

  test('refuses an ephemeral of low order in the answer', async () => {
    for (const key of LOW_ORDER) {
      const { device: from, machine } = await sides(device)
      const begun = must(await initiate(from))
      const { message } = must(await must(await respond(machine, begun.message)).answer())
      expect(await begun.finish(concat([key, message.subarray(32)]))).toEqual(REJECTED)
    }
  })
})

test('the messages of a circuit, with empty payloads, are 96 and 48 bytes', async () => {
  const ends = await handshaken(suite, webEnd.suite)
  expect([ends.message1.length, ends.message2.length]).toEqual([96, 48])
})

test('message 1 with any byte changed is refused', async () => {
  const { device, machine } = await sides()
  const { message } = must(await initiate(device, Uint8Array.of(1, 2, 3)))
  for (let at = 0; at < message.length; at++) {
    for (const bit of [0x01, 0x80])
      expect(await respond(machine, flipped(message, at, bit))).toEqual(REJECTED)
  }
  expect((await respond(machine, message)).ok).toBe(true)
})

test('message 2 with any byte changed is refused', async () => {
  const { device, machine } = await sides()
  const length = 48 + 3
  for (let at = 0; at < length; at++) {
    const begun = must(await initiate(device))
    const heard = must(await respond(machine, begun.message))
    const { message } = must(await heard.answer(Uint8Array.of(1, 2, 3)))
    expect(message.length).toBe(length)
    expect(await begun.finish(flipped(message, at, at % 2 === 0 ? 0x01 : 0x80))).toEqual(REJECTED)
  }
})

test('a truncated or an extended handshake message is refused', async () => {
  const { device, machine } = await sides()
  const { message } = must(await initiate(device))
  for (let length = 0; length < message.length; length++) {
    expect(await respond(machine, message.subarray(0, length))).toEqual(REJECTED)
  }
  for (const more of [1, 16, 32, NOISE_MESSAGE_BYTES]) {
    expect(await respond(machine, concat([message, new Uint8Array(more)]))).toEqual(REJECTED)
  }
  for (const change of [-48, -33, -17, -16, -1, 1, 16, NOISE_MESSAGE_BYTES]) {
    const begun = must(await initiate(device))
    const { message: answer } = must(await must(await respond(machine, begun.message)).answer())
    const other =
      change < 0 ? answer.subarray(0, answer.length + change) : concat([answer, new Uint8Array(change)])
    expect(await begun.finish(other)).toEqual(REJECTED)
  }
})

test('two handshakes of the same keys share no eight bytes, nor do their first messages', async () => {
  const { device, machine } = await sides()
  const seen = new Set<string>()
  for (let round = 0; round < 2; round++) {
    const begun = must(await initiate(device))
    const answered = must(await must(await respond(machine, begun.message)).answer())
    const { transport } = must(await begun.finish(answered.message))
    const sealed = must(await transport.seal(new Uint8Array(64)))
    for (const message of [begun.message, answered.message, sealed]) {
      const windows = new Set<string>()
      for (let at = 0; at + 8 <= message.length; at++) windows.add(hex(message.subarray(at, at + 8)))
      for (const window of windows) {
        expect(seen.has(window)).toBe(false)
        seen.add(window)
      }
    }
  }
})

test('another prologue on either side is refused', async () => {
  const { device, machine } = await sides()
  const { message } = must(await initiate(device))
  const others = [prologue('iss_other', 'm_test'), prologue('iss_test', 'm_other'), new Uint8Array(0)]
  for (const other of others)
    expect(await respond({ ...machine, prologue: other }, message)).toEqual(REJECTED)
})

test('a message for another machine key is refused', async () => {
  const { device, machine } = await sides()
  const stranger = await suite.generateKeyPair()
  const { message } = must(await initiate({ ...device, remoteKey: stranger.publicKey }))
  expect(await respond(machine, message)).toEqual(REJECTED)
})

test('an answer to another handshake is refused', async () => {
  const { device, machine } = await sides()
  const first = must(await initiate(device))
  const second = must(await initiate(device))
  const { message } = must(await must(await respond(machine, first.message)).answer())
  expect(await second.finish(message)).toEqual(REJECTED)
})

test('a replayed message 1 gets an answer and no transport message can follow it', async () => {
  const { device, machine } = await sides()
  const begun = must(await initiate(device))
  const first = must(await must(await respond(machine, begun.message)).answer())
  const replayed = must(await must(await respond(machine, begun.message)).answer())
  const { transport } = must(await begun.finish(first.message))
  const sealed = must(await transport.seal(Uint8Array.of(1)))
  expect(await open(replayed.transport, sealed)).toEqual(REJECTED)
  expect((await open(first.transport, sealed)).ok).toBe(true)
})

test('a step is taken once', async () => {
  const { device, machine } = await sides()
  const begun = must(await initiate(device))
  const heard = must(await respond(machine, begun.message))
  const { message } = must(await heard.answer())
  expect(await rejection(heard.answer())).toBeInstanceOf(TypeError)
  expect((await begun.finish(message)).ok).toBe(true)
  expect(await rejection(begun.finish(message))).toBeInstanceOf(TypeError)
})

test('an ephemeral key is gone with its handshake, however that ended; a static key stays', async () => {
  const used = async (pair: KeyPair): Promise<unknown> => pair.dh(new Uint8Array(32).fill(9))
  for (const tamper of [false, true]) {
    const { device, machine } = await sides()
    const [e, re] = [await suite.generateKeyPair(), await suite.generateKeyPair()]
    const begun = must(await initiate({ ...device, suite: withEphemerals(suite, [e]) }))
    const heard = must(await respond({ ...machine, suite: withEphemerals(suite, [re]) }, begun.message))
    const { message } = must(await heard.answer())
    expect((await begun.finish(tamper ? flipped(message, 40, 1) : message)).ok).toBe(!tamper)
    for (const pair of [e, re]) expect(await rejection(used(pair))).toBeInstanceOf(TypeError)
    for (const { staticKey } of [device, machine]) expect(await used(staticKey)).toBeInstanceOf(Uint8Array)
  }
})

test('a payload that does not fit into a message is a mistake of the caller', async () => {
  const { device, machine } = await sides()
  const most = NOISE_MESSAGE_BYTES - 96
  expect(await rejection(initiate(device, new Uint8Array(most + 1)))).toBeInstanceOf(RangeError)
  const { message } = must(await initiate(device, new Uint8Array(most)))
  expect(message.length).toBe(NOISE_MESSAGE_BYTES)
  const heard = must(await respond(machine, message))
  expect(heard.payload.length).toBe(most)
  expect(await rejection(heard.answer(new Uint8Array(NOISE_MESSAGE_BYTES)))).toBeInstanceOf(RangeError)
})

test('a prologue names protocol, issuer and machine with zero bytes between', () => {
  expect(new TextDecoder().decode(prologue('iss', 'm_1'))).toBe('fairlead/1\0iss\0m_1')
  for (const bad of ['', 'a\0b']) {
    expect(() => prologue(bad, 'm_1')).toThrow(RangeError)
    expect(() => prologue('iss', bad)).toThrow(RangeError)
  }
})

/** The public keys of small order of RFC 7748's curve, and encodings of them above the prime. */
const LOW_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((text) => Uint8Array.fromHex(text))

function flipped(message: Uint8Array, at: number, bits: number): Uint8Array {
  const other = Uint8Array.from(message)
  other[at] = (other[at] ?? 0) ^ bits
  return other
}
