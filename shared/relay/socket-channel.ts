/** A spliced relay socket, seen from either end of a circuit, as the channel that the circuit stands on. */
import type { Channel, ChannelEvents } from '../circuit/channel.ts'
import { RELAY_DRAIN_MS, RELAY_SEND_BUFFER_BYTES } from '../limits.ts'
import type { Clock, Timer } from '../time.ts'
import { type RelayCode, relayCodeOf } from './close-codes.ts'

export interface SocketChannel extends Channel {
  /** Why the relay closed it, when it said so. */
  closedFor(): RelayCode | null
}

/** Takes over an open socket whose relay said `ready`. What came before `listen` is kept. */
export function socketChannel(socket: WebSocket, clock: Clock): SocketChannel {
  let events: ChannelEvents | null = null
  let early: Uint8Array[] = []
  let state: 'open' | 'closed' | 'told' = socket.readyState === WebSocket.OPEN ? 'open' : 'closed'
  let reason: RelayCode | null = null
  let draining: Timer | null = null

  const isFull = (): boolean => socket.bufferedAmount > RELAY_SEND_BUFFER_BYTES

  function lookAgain(): void {
    draining = clock.after(RELAY_DRAIN_MS, () => {
      draining = null
      if (state !== 'open') return
      if (isFull()) lookAgain()
      else events?.onWritable()
    })
  }

  function ended(): void {
    draining?.cancel()
    if (state === 'told') return
    state = events ? 'told' : 'closed'
    events?.onClose()
  }

  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    // After the splice a text frame is the relay's own: a refusal, whose code the close repeats.
    if (!(data instanceof ArrayBuffer) || state !== 'open') return
    const message = new Uint8Array(data)
    if (events) events.onMessage(message)
    else early.push(message)
  }
  socket.onclose = ({ code }) => {
    if (state === 'open') reason = relayCodeOf(code)
    ended()
  }

  return {
    closedFor: () => reason,
    get writable() {
      return state === 'open' && !isFull()
    },
    send(message) {
      if (state !== 'open') return
      socket.send(plain(message))
      if (isFull() && !draining) lookAgain()
    },
    close() {
      state = 'told'
      draining?.cancel()
      early = []
      socket.close(NORMAL_CLOSE)
    },
    listen(given) {
      events = given
      const waiting = early
      early = []
      for (const message of waiting) given.onMessage(message)
      if (state === 'closed') ended()
    },
  }
}

const NORMAL_CLOSE = 1000

/** A WebSocket takes no shared memory; nothing here lies in any. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isPlain(bytes) ? bytes : Uint8Array.from(bytes)
}
const isPlain = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> => bytes.buffer instanceof ArrayBuffer
