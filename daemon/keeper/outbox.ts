/**
 * What goes to the daemon. Bytes that the socket does not take wait here; output is only handed in while nothing
 * waits (`clear`), so what waits is one frame of output and small answers. A daemon that leaves even those unread is
 * cut off: it loses nothing, since it attaches again.
 */
export interface Outbox {
  /** Sends now or keeps a copy: the caller may reuse `bytes`. */
  send(bytes: Uint8Array): void
  /** Nothing waits. */
  clear(): boolean
  /** The socket takes bytes again. */
  drain(): void
}

export interface Sink {
  /** Returns how many bytes were taken, a negative number when the socket is closed. */
  write(bytes: Uint8Array): number
  terminate(): void
}

export function outbox(sink: Sink, bound: number): Outbox {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0

  const keep = (bytes: Uint8Array): void => {
    waiting.push(bytes.slice())
    waitingBytes += bytes.length
    if (waitingBytes > bound) {
      waiting.length = 0
      waitingBytes = 0
      sink.terminate()
    }
  }

  return {
    clear: () => waiting.length === 0,
    send(bytes) {
      if (waiting.length > 0) return keep(bytes)
      const taken = Math.max(0, sink.write(bytes))
      if (taken < bytes.length) keep(bytes.subarray(taken))
    },
    drain() {
      for (let bytes = waiting[0]; bytes; bytes = waiting[0]) {
        const taken = Math.max(0, sink.write(bytes))
        waitingBytes -= taken
        if (taken < bytes.length) {
          waiting[0] = bytes.subarray(taken)
          return
        }
        waiting.shift()
      }
    },
  }
}
