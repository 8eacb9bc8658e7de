/**
 * Noise_IK_25519_AESGCM_SHA256 (The Noise Protocol Framework, revision 34), both roles:
 *
 *     IK:
 *       <- s
 *       ...
 *       -> e, es, s, ss
 *       <- e, ee, se
 *
 * IK only: no other pattern, no PSK, no fallback. Payloads are carried, though a circuit sends none. Beyond the
 * specification a public key of low order is refused (section 12.1 leaves that to the application).
 *
 * Each step gives the next one and can be taken once; the last gives a Transport, so nothing can be sealed before the
 * handshake ended. The first failure ends it: no step is left, its keys are wiped, and nothing goes to the peer.
 *
 * Message 1 can be replayed (section 7.7): what a responder does before the first transport message must have no
 * effect but message 2.
 */
import { concat } from '../bytes.ts'
import { NOISE_MESSAGE_BYTES } from '../limits.ts'
import type { KeyPair } from './key-pair.ts'
import { failed, type NoiseFailure, type NoiseResult, opened } from './noise-result.ts'
import { KEY_BYTES, type Suite, TAG_BYTES } from './suite.ts'
import { type SymmetricState, symmetricState } from './symmetric-state.ts'
import { type Transport, transport } from './transport.ts'

export const PROTOCOL_NAME = 'Noise_IK_25519_AESGCM_SHA256'

export interface HandshakeOptions {
  suite: Suite
  prologue: Uint8Array
  /** Stays the caller's; never wiped here. */
  staticKey: KeyPair
  /** The first nonce of both directions. Only a test gives another than 0. */
  firstNonce?: bigint
}

export interface Initiated {
  /** Message 1: e, the sealed static key, the sealed payload. 96 bytes with an empty payload. */
  message: Uint8Array
  finish(message2: Uint8Array): Promise<NoiseResult<{ payload: Uint8Array; transport: Transport }>>
}

export interface Responding {
  /** The initiator's static key, proven by the first transport message and not before. */
  remoteKey: Uint8Array
  payload: Uint8Array
  /** Message 2: e and the sealed payload. 48 bytes with an empty payload. */
  answer(payload?: Uint8Array): Promise<NoiseResult<{ message: Uint8Array; transport: Transport }>>
}

const NO_PAYLOAD = new Uint8Array(0)
const SEALED_KEY_BYTES = KEY_BYTES + TAG_BYTES
const MESSAGE_1_BYTES = KEY_BYTES + SEALED_KEY_BYTES + TAG_BYTES
const MESSAGE_2_BYTES = KEY_BYTES + TAG_BYTES

/** `rejected` where `remoteKey`, the responder's static key, is of low order. */
export async function initiate(
  options: HandshakeOptions & { remoteKey: Uint8Array },
  payload: Uint8Array = NO_PAYLOAD,
): Promise<NoiseResult<Initiated>> {
  checkPayload(payload, MESSAGE_1_BYTES)
  const { suite, staticKey, remoteKey } = options
  if (remoteKey.length !== KEY_BYTES) throw new RangeError(`a public key is ${KEY_BYTES} bytes`)
  const symmetric = begin(options, remoteKey)
  const e = await suite.generateKeyPair()
  const end = ending(symmetric, e)

  symmetric.mixHash(e.publicKey)
  if (!(await mixDh(symmetric, e, remoteKey))) return end() // es
  const s = await symmetric.encryptAndHash(staticKey.publicKey)
  if (!s.ok || !(await mixDh(symmetric, staticKey, remoteKey))) return end() // ss
  const sealed = await symmetric.encryptAndHash(payload)
  if (!sealed.ok) return end()

  const finish = once(async (message2: Uint8Array) => {
    if (!isLength(message2, MESSAGE_2_BYTES)) return end()
    const re = message2.slice(0, KEY_BYTES)
    symmetric.mixHash(re)
    if (!(await mixDh(symmetric, e, re))) return end() // ee
    if (!(await mixDh(symmetric, staticKey, re))) return end() // se
    const opening = await symmetric.decryptAndHash(message2.slice(KEY_BYTES))
    if (!opening.ok) return end()
    e.wipe()
    const handshakeHash = symmetric.handshakeHash()
    const [sending, receiving] = symmetric.split(options.firstNonce)
    const ready = transport({ sending, receiving, handshakeHash, remoteKey: Uint8Array.from(remoteKey) })
    return opened({ payload: opening.value, transport: ready })
  })
  return opened({ message: concat([e.publicKey, s.value, sealed.value]), finish })
}

/** `rejected` for anything but a message 1 made for this prologue and static key. */
export async function respond(
  options: HandshakeOptions,
  message1: Uint8Array,
): Promise<NoiseResult<Responding>> {
  const { suite, staticKey } = options
  if (!isLength(message1, MESSAGE_1_BYTES)) return failed('rejected')
  const symmetric = begin(options, staticKey.publicKey)
  const end = ending(symmetric, null)

  const re = message1.slice(0, KEY_BYTES)
  symmetric.mixHash(re)
  if (!(await mixDh(symmetric, staticKey, re))) return end() // es
  const s = await symmetric.decryptAndHash(message1.slice(KEY_BYTES, KEY_BYTES + SEALED_KEY_BYTES))
  if (!s.ok) return end()
  const remoteKey = Uint8Array.from(s.value)
  if (!(await mixDh(symmetric, staticKey, remoteKey))) return end() // ss
  const opening = await symmetric.decryptAndHash(message1.slice(KEY_BYTES + SEALED_KEY_BYTES))
  if (!opening.ok) return end()

  const answer = once(async (payload: Uint8Array = NO_PAYLOAD) => {
    checkPayload(payload, MESSAGE_2_BYTES)
    const e = await suite.generateKeyPair()
    const endAnswer = ending(symmetric, e)
    symmetric.mixHash(e.publicKey)
    if (!(await mixDh(symmetric, e, re))) return endAnswer() // ee
    if (!(await mixDh(symmetric, e, remoteKey))) return endAnswer() // se
    const sealed = await symmetric.encryptAndHash(payload)
    if (!sealed.ok) return endAnswer()
    const message = concat([e.publicKey, sealed.value])
    e.wipe()
    const handshakeHash = symmetric.handshakeHash()
    const [receiving, sending] = symmetric.split(options.firstNonce)
    return opened({ message, transport: transport({ sending, receiving, handshakeHash, remoteKey }) })
  })
  return opened({ remoteKey, payload: opening.value, answer })
}

/** Section 5.3 Initialize: the prologue, then the pre-message `<- s`. */
function begin({ suite, prologue }: HandshakeOptions, responderKey: Uint8Array): SymmetricState {
  const symmetric = symmetricState(suite, PROTOCOL_NAME)
  symmetric.mixHash(prologue)
  symmetric.mixHash(responderKey)
  return symmetric
}

/** MixKey(DH(pair, publicKey)); false for a key that must not be used. */
async function mixDh(symmetric: SymmetricState, pair: KeyPair, publicKey: Uint8Array): Promise<boolean> {
  const secret = await pair.dh(publicKey)
  if (secret === null) return false
  symmetric.mixKey(secret)
  secret.fill(0)
  return true
}

const ending = (symmetric: SymmetricState, ephemeral: KeyPair | null) => (): NoiseFailure => {
  symmetric.wipe()
  ephemeral?.wipe()
  return failed('rejected')
}

/** A step is taken once: with it its nonce and its keys are spent. */
function once<A extends unknown[], T>(step: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  let taken = false
  return async (...given) => {
    if (taken) throw new TypeError('this step of the handshake was taken already')
    taken = true
    return step(...given)
  }
}

const isLength = (message: Uint8Array, least: number): boolean =>
  message.length >= least && message.length <= NOISE_MESSAGE_BYTES

function checkPayload(payload: Uint8Array, overhead: number): void {
  if (payload.length + overhead > NOISE_MESSAGE_BYTES) throw new RangeError('the payload is too long')
}
