/**
 * From an agent's pipe into the spool. A full spool pauses the pipe, so the agent blocks in its write; what was read
 * already waits here (at most what the pipe itself held).
 */
import type { Readable } from 'node:stream'
import type { Spool } from './spool.ts'

export interface OutputRelay {
  /** Tries again: there may be room. */
  resume(): void
  /** Everything the agent wrote is in the spool. */
  complete(): boolean
  /** Waits for the daemon to acknowledge something. */
  paused(): boolean
  /** Nobody is left to write: forgets the pipe, keeps what was read. */
  abandon(): void
}

export interface OutputEvents {
  stored(offset: number, bytes: Uint8Array): void
  complete(): void
}

export function relayOutput(pipe: Readable, spool: Spool, events: OutputEvents): OutputRelay {
  const held: Uint8Array[] = []
  let open = true

  const store = (bytes: Uint8Array): number => {
    const offset = spool.end()
    const taken = spool.append(bytes)
    if (taken > 0) events.stored(offset, taken === bytes.length ? bytes : bytes.subarray(0, taken))
    return taken
  }
  const close = (): void => {
    if (!open) return
    open = false
    if (held.length === 0) events.complete()
  }

  pipe.on('data', (bytes: Uint8Array) => {
    const taken = held.length > 0 ? 0 : store(bytes)
    if (taken === bytes.length) return
    held.push(bytes.subarray(taken))
    pipe.pause()
  })
  pipe.on('end', close)
  pipe.on('close', close)
  // A pipe that breaks has ended; the exit of the process says why.
  pipe.on('error', close)

  return {
    complete: () => !open && held.length === 0,
    paused: () => held.length > 0,
    resume() {
      for (let bytes = held[0]; bytes; bytes = held[0]) {
        const taken = store(bytes)
        if (taken < bytes.length) {
          held[0] = bytes.subarray(taken)
          return
        }
        held.shift()
        if (held.length === 0 && open) pipe.resume()
        else if (held.length === 0) events.complete()
      }
    },
    abandon() {
      pipe.destroy()
      close()
    },
  }
}
