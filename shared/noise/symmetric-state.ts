/**
 * The SymmetricState object (Noise rev 34, section 5.2): the chaining key `ck`, the handshake hash `h`, and after the
 * first MixKey a CipherState. Its byte arrays are its own and are zeroed when replaced; `h` is public.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, utf8 } from '../bytes.ts'
import { type CipherState, cipherState } from './cipher-state.ts'
import { failed, type NoiseResult } from './noise-result.ts'
import type { Suite } from './suite.ts'

export interface SymmetricState {
  mixKey(inputKeyMaterial: Uint8Array): void
  mixHash(data: Uint8Array): void
  encryptAndHash(plaintext: Uint8Array): Promise<NoiseResult<Uint8Array>>
  decryptAndHash(ciphertext: Uint8Array): Promise<NoiseResult<Uint8Array>>
  /** A copy of `h`. */
  handshakeHash(): Uint8Array
  /** Section 5.2: the initiator sends with the first, the responder with the second. Ends this state. */
  split(firstNonce?: bigint): [CipherState, CipherState]
  wipe(): void
}

/** InitializeSymmetric: a name of at most 32 bytes is padded, a longer one (ours has 28) would be hashed. */
export function symmetricState(suite: Suite, protocolName: string): SymmetricState {
  const name = utf8(protocolName)
  if (name.length > 32) throw new RangeError('a protocol name of more than 32 bytes is out of scope')
  let h: Uint8Array = concat([name, new Uint8Array(32 - name.length)])
  let ck = Uint8Array.from(h)
  let cipher: CipherState | null = null

  const mixHash = (data: Uint8Array): void => {
    h = sha256(concat([h, data]))
  }
  const keyed = (): CipherState => {
    if (!cipher) throw new TypeError('IK encrypts nothing before its first DH')
    return cipher
  }
  const wipe = (): void => {
    ck.fill(0)
    cipher?.wipe()
    cipher = null
  }

  return {
    mixHash,
    mixKey(inputKeyMaterial) {
      const [nextCk, tempK] = hkdf(ck, inputKeyMaterial)
      wipe()
      ck = nextCk
      cipher = cipherState(suite, tempK)
      tempK.fill(0)
    },
    async encryptAndHash(plaintext) {
      const sealed = await keyed().encryptWithAd(h, plaintext)
      if (sealed.ok) mixHash(sealed.value)
      return sealed
    },
    async decryptAndHash(ciphertext) {
      // The AD is `h` from before this ciphertext, and only a checked one enters it.
      const plaintext = await keyed().decryptWithAd(h, ciphertext)
      if (!plaintext.ok) return failed('rejected')
      mixHash(ciphertext)
      return plaintext
    },
    handshakeHash: () => Uint8Array.from(h),
    split(firstNonce) {
      const [tempK1, tempK2] = hkdf(ck, new Uint8Array(0))
      const pair: [CipherState, CipherState] = [
        cipherState(suite, tempK1, firstNonce),
        cipherState(suite, tempK2, firstNonce),
      ]
      tempK1.fill(0)
      tempK2.fill(0)
      wipe()
      return pair
    },
    wipe,
  }
}

/** HKDF(chaining_key, input_key_material, 2), section 4.3. Both outputs are the caller's to wipe. */
function hkdf(chainingKey: Uint8Array, inputKeyMaterial: Uint8Array): [Uint8Array<ArrayBuffer>, Uint8Array] {
  const tempKey = hmac(sha256, chainingKey, inputKeyMaterial)
  const output1 = Uint8Array.from(hmac(sha256, tempKey, Uint8Array.of(1)))
  const second = concat([output1, Uint8Array.of(2)])
  const output2 = hmac(sha256, tempKey, second)
  tempKey.fill(0)
  second.fill(0)
  return [output1, output2]
}
