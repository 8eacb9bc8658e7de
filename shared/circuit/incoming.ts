/** The half of a stream that comes in: what arrived and was not read, and how it ended. */
import { concat } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { type ByteQueue, byteQueue } from './byte-queue.ts'

export interface Incoming {
  /** `ended`: the body is whole, though maybe not read. `failed`: it never will be. */
  readonly state: 'open' | 'ended' | 'failed'
  readonly queued: number
  /** A view of bytes that came while `open`. */
  push(bytes: Uint8Array): void
  /** The peer's END. */
  end(): void
  /** Cuts it: what was not read is dropped, also the reader's next bytes. After END it changes nothing. */
  fail(error: AppError): void
  /** Nobody reads the rest, whole or not. */
  drop(): void
  /** The next bytes, null at the end. One call at a time. Rejects with what it failed of. */
  read(): Promise<Uint8Array | null>
  /** The whole of the rest when END is here, else null. */
  takeWhole(): Uint8Array | null
}

type State = { is: 'open' } | { is: 'ended' } | { is: 'failed'; error: AppError }

interface Reader {
  resolve(bytes: Uint8Array | null): void
  reject(error: AppError): void
}

/** `consumed` is told of every byte that was read or dropped. */
export function incoming(consumed: (bytes: number) => void): Incoming {
  const queue: ByteQueue = byteQueue()
  let state: State = { is: 'open' }
  let reader: Reader | null = null

  function wake(settle: (reader: Reader) => void): void {
    const waiting = reader
    reader = null
    if (waiting) settle(waiting)
  }

  function dropQueue(): void {
    const unread = queue.length
    queue.clear()
    if (unread > 0) consumed(unread)
  }

  function shift(): Uint8Array | null {
    const bytes = queue.shift()
    if (bytes) consumed(bytes.length)
    return bytes
  }

  return {
    get state() {
      return state.is
    },
    get queued() {
      return queue.length
    },
    push(bytes) {
      if (state.is !== 'open') return consumed(bytes.length)
      queue.pushView(bytes)
      wake(({ resolve }) => resolve(shift()))
    },
    end() {
      if (state.is !== 'open') return
      state = { is: 'ended' }
      wake(({ resolve }) => resolve(null))
    },
    fail(error) {
      if (state.is !== 'open') return
      state = { is: 'failed', error }
      dropQueue()
      wake(({ reject }) => reject(error))
    },
    drop() {
      if (state.is === 'open')
        state = { is: 'failed', error: new AppError('circuit_lost', 'the reader left') }
      dropQueue()
      wake(({ resolve }) => resolve(null))
    },
    read() {
      const bytes = shift()
      if (bytes) return Promise.resolve(bytes)
      if (state.is === 'ended') return Promise.resolve(null)
      if (state.is === 'failed') return Promise.reject(state.error)
      if (reader) return Promise.reject(new TypeError('a stream is read by one reader'))
      return new Promise((resolve, reject) => {
        reader = { resolve, reject }
      })
    },
    takeWhole() {
      if (state.is !== 'ended') return null
      const pieces: Uint8Array[] = []
      for (let piece = shift(); piece; piece = shift()) pieces.push(piece)
      const only = pieces[0]
      return pieces.length === 1 && only ? only : concat(pieces)
    },
  }
}
