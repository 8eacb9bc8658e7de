/**
 * AES-256-GCM under a counter, as a circuit is sealed after its handshake, with keys that both ends are given. Rekeying
 * hashes the key. For tests and benches: nothing here is secret or agreed with anybody.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Sealer } from '../circuit/channel.ts'

const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** Two sealers that understand each other. */
export function gcmPair(): [Sealer, Sealer] {
  const one = new Uint8Array(32).fill(1)
  const other = new Uint8Array(32).fill(2)
  return [gcmSealer(one, other), gcmSealer(other, one)]
}

function gcmSealer(sendKey: Uint8Array, receiveKey: Uint8Array): Sealer {
  const sending = direction(sendKey)
  const receiving = direction(receiveKey)
  return {
    seal(plaintext) {
      const cipher = createCipheriv(ALGORITHM, sending.key, sending.nextNonce(), { authTagLength: TAG_BYTES })
      const message = Buffer.allocUnsafeSlow(plaintext.length + TAG_BYTES)
      message.set(cipher.update(plaintext))
      cipher.final()
      message.set(cipher.getAuthTag(), plaintext.length)
      return message
    },
    open(message) {
      const end = message.length - TAG_BYTES
      const cipher = createDecipheriv(ALGORITHM, receiving.key, receiving.nextNonce(), {
        authTagLength: TAG_BYTES,
      })
      cipher.setAuthTag(message.subarray(end))
      const plaintext = cipher.update(message.subarray(0, end))
      cipher.final()
      return plaintext
    },
    rekeySend: () => sending.rekey(),
    rekeyReceive: () => receiving.rekey(),
  }
}

function direction(first: Uint8Array) {
  const nonce = Buffer.alloc(12)
  let counter = 0n
  return {
    key: first,
    nextNonce() {
      nonce.writeBigUInt64BE(counter++, 4)
      return nonce
    },
    rekey() {
      this.key = new Uint8Array(createHash('sha256').update(this.key).digest())
      counter = 0n
    },
  }
}
