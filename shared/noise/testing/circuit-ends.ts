/** Two ends of a circuit in one process, for tests. */
import { systemRandom } from '../../ids.ts'
import { type HandshakeOptions, initiate, respond } from '../handshake.ts'
import { type KeyPair, nobleKeyPair } from '../key-pair.ts'
import { nodeKeyPair, nodeSuite } from '../node-suite.ts'
import type { NoiseResult } from '../noise-result.ts'
import { prologue } from '../prologue.ts'
import type { Suite } from '../suite.ts'
import type { Transport } from '../transport.ts'
import { webSuite } from '../web-suite.ts'

export const hex = (bytes: Uint8Array): string => Uint8Array.from(bytes).toHex()
export const unhex = (text: string): Uint8Array => Uint8Array.fromHex(text)

/** The value of a result that must be one. */
export function must<T>(result: NoiseResult<T>): T {
  if (!result.ok) throw new TypeError(`a Noise operation failed: ${result.why}`)
  return result.value
}

export interface NamedSuite {
  name: string
  suite: Suite
  keyPair(secret: Uint8Array): KeyPair
}

/** `crypto.subtle` of a browser whose WebCrypto has no X25519. */
const withoutX25519: SubtleCrypto = Object.assign(Object.create(null), {
  generateKey: () => Promise.reject(new DOMException('no X25519', 'NotSupportedError')),
  importKey: crypto.subtle.importKey.bind(crypto.subtle),
  encrypt: crypto.subtle.encrypt.bind(crypto.subtle),
  decrypt: crypto.subtle.decrypt.bind(crypto.subtle),
})

const web = await webSuite(crypto.subtle, systemRandom)
const noX25519 = await webSuite(withoutX25519, systemRandom)
const noSubtle = await webSuite(undefined, systemRandom)

export const nodeEnd: NamedSuite = { name: 'node', suite: nodeSuite(systemRandom), keyPair: nodeKeyPair }
export const webEnd: NamedSuite = { name: 'web', suite: web, keyPair: nobleKeyPair }
export const suites: readonly NamedSuite[] = [
  nodeEnd,
  webEnd,
  { name: 'web without X25519', suite: noX25519, keyPair: nobleKeyPair },
  { name: 'noble', suite: noSubtle, keyPair: nobleKeyPair },
]

/** The suite with its ephemerals given, in their order. */
export function withEphemerals(suite: Suite, pairs: KeyPair[]): Suite {
  const left = [...pairs]
  return {
    ...suite,
    generateKeyPair() {
      const pair = left.shift()
      if (!pair) throw new TypeError('no ephemeral left')
      return pair
    },
  }
}

export const PROLOGUE = prologue('iss_test', 'm_test')

export interface Ends {
  device: Transport
  machine: Transport
  message1: Uint8Array
  message2: Uint8Array
}

/** A whole handshake with empty payloads. */
export async function handshaken(
  device: Suite,
  machine: Suite,
  more: Partial<Pick<HandshakeOptions, 'firstNonce'>> = {},
): Promise<Ends> {
  const deviceKey = await device.generateKeyPair()
  const machineKey = await machine.generateKeyPair()
  const shared = { prologue: PROLOGUE, ...more }
  const remoteKey = machineKey.publicKey
  const begun = must(await initiate({ suite: device, staticKey: deviceKey, remoteKey, ...shared }))
  const heard = must(await respond({ suite: machine, staticKey: machineKey, ...shared }, begun.message))
  const answered = must(await heard.answer())
  const finished = must(await begun.finish(answered.message))
  return {
    device: finished.transport,
    machine: answered.transport,
    message1: begun.message,
    message2: answered.message,
  }
}

export const open = async (end: Transport, message: Uint8Array): Promise<NoiseResult<Uint8Array>> =>
  end.open(message, (plaintext) => plaintext)
