/**
 * What a finished handshake becomes: two CipherStates, one a direction (Noise rev 34, section 5.2 Split, 11.3 Rekey).
 *
 * Each direction is strictly serial, with an asynchronous AEAD too: a message's nonce is settled by the order of the
 * calls, answers come in that order, and nothing is handed on before its tag was checked. One failure to open ends both
 * directions; the peer is told nothing.
 *
 * Buffers given to `seal` and `open` stay the caller's, unchanged until the answer came; what comes out is the caller's.
 * The caller bounds how much it has waiting (a circuit's credit windows do).
 */
import { NOISE_MESSAGE_BYTES } from '../limits.ts'
import { type Awaitable, andThen } from './awaitable.ts'
import type { CipherState } from './cipher-state.ts'
import { failed, type NoiseResult, opened } from './noise-result.ts'
import { type SerialQueue, serialQueue } from './serial-queue.ts'
import { TAG_BYTES } from './suite.ts'

/** The longest plaintext of one message: 65 519 bytes. */
export const PLAINTEXT_BYTES = NOISE_MESSAGE_BYTES - TAG_BYTES

export interface Transport {
  /** `h` after the last handshake message, 32 bytes: the channel binding (section 11.2). The same at both ends. */
  readonly handshakeHash: Uint8Array
  /** The peer's static key, 32 bytes. */
  readonly remoteKey: Uint8Array
  /** At most PLAINTEXT_BYTES; a RangeError past it. */
  seal(plaintext: Uint8Array): Awaitable<NoiseResult<Uint8Array>>
  /** `use` gets the checked plaintext before any later message is opened, so a rekey it asks for comes in time. */
  open<T>(message: Uint8Array, use: (plaintext: Uint8Array) => T): Awaitable<NoiseResult<T>>
  /** A new key for what is sealed after this call. */
  rekeySeal(): Awaitable<NoiseResult<void>>
  /** A new key for the next message to be opened, though it may be waiting already. */
  rekeyOpen(): Awaitable<NoiseResult<void>>
  /** Messages under the present key, each direction: what a rekey by count goes by. */
  counts(): { sealed: bigint; opened: bigint }
  /** Wipes both keys. Every later or waiting operation answers `closed`. */
  close(): void
}

interface Direction {
  cipher: CipherState
  queue: SerialQueue
  /** The nonce with which the present key began. */
  since: bigint
}

export interface TransportParts {
  sending: CipherState
  receiving: CipherState
  handshakeHash: Uint8Array
  remoteKey: Uint8Array
}

/** Takes over both cipher states. */
export function transport({ sending, receiving, handshakeHash, remoteKey }: TransportParts): Transport {
  const out = direction(sending)
  const into = direction(receiving)
  let closed = false

  const close = (): void => {
    if (closed) return
    closed = true
    sending.wipe()
    receiving.wipe()
  }
  /** A job of a live transport, whose answer counts only if the transport is still alive when it comes. */
  const guarded =
    <T>(job: () => Awaitable<NoiseResult<T>>) =>
    (): Awaitable<NoiseResult<T>> => {
      if (closed) return failed('closed')
      return andThen(job(), (result) => {
        if (closed) return failed('closed')
        if (!result.ok) close()
        return result
      })
    }
  const rekey = (of: Direction): (() => Awaitable<NoiseResult<void>>) =>
    guarded(() =>
      andThen(of.cipher.rekey(), () => {
        of.since = of.cipher.nonce()
        return opened(undefined)
      }),
    )

  return {
    handshakeHash,
    remoteKey,
    seal(plaintext) {
      if (plaintext.length > PLAINTEXT_BYTES)
        throw new RangeError(`at most ${PLAINTEXT_BYTES} bytes a message`)
      return out.queue.run(guarded(() => out.cipher.encryptWithAd(NO_AD, plaintext)))
    },
    open(message, use) {
      return into.queue.run(() =>
        andThen(guarded(() => opening(into.cipher, message))(), (plaintext) =>
          plaintext.ok ? opened(use(plaintext.value)) : plaintext,
        ),
      )
    },
    rekeySeal: () => out.queue.run(rekey(out)),
    rekeyOpen: () => into.queue.runNext(rekey(into)),
    counts: () => ({ sealed: out.cipher.nonce() - out.since, opened: into.cipher.nonce() - into.since }),
    close,
  }
}

const NO_AD = new Uint8Array(0)

const direction = (cipher: CipherState): Direction => ({
  cipher,
  queue: serialQueue(),
  since: cipher.nonce(),
})

function opening(cipher: CipherState, message: Uint8Array): Awaitable<NoiseResult<Uint8Array>> {
  return message.length > NOISE_MESSAGE_BYTES ? failed('rejected') : cipher.decryptWithAd(NO_AD, message)
}
