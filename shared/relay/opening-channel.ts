/** A channel while its circuit is being opened: messages are asked for one by one, and the rest goes to the circuit. */
import type { Channel, ChannelEvents } from '../circuit/channel.ts'

export interface OpeningChannel {
  send(message: Uint8Array): void
  /** The next message; null once the channel is closed. One call at a time. */
  receive(): Promise<Uint8Array | null>
  close(code: string): void
  /** Resolves when the channel ended, before or after it became the circuit's. */
  readonly ended: Promise<void>
  /** What the circuit stands on: everything that was not received here is delivered there. */
  rest(): Channel
}

/** More than this before it is asked for is no opening: the channel is closed. */
const EARLY_MESSAGES = 16

export function openingChannel(channel: Channel): OpeningChannel {
  const early: Uint8Array[] = []
  let receiver: ((message: Uint8Array | null) => void) | null = null
  let events: ChannelEvents | null = null
  let closed = false
  const ended = Promise.withResolvers<void>()

  function finish(): void {
    if (closed) return
    closed = true
    receiver?.(null)
    receiver = null
    ended.resolve()
    events?.onClose()
  }

  channel.listen({
    onMessage(message) {
      if (closed) return
      if (events) return events.onMessage(message)
      if (receiver) {
        const take = receiver
        receiver = null
        return take(message)
      }
      early.push(message)
      if (early.length <= EARLY_MESSAGES) return
      channel.close('protocol_error')
      finish()
    },
    onWritable: () => events?.onWritable(),
    onClose: finish,
  })

  return {
    send: (message) => channel.send(message),
    ended: ended.promise,
    receive() {
      const next = early.shift()
      if (next || closed) return Promise.resolve(next ?? null)
      return new Promise((resolve) => {
        receiver = resolve
      })
    },
    close(code) {
      if (!closed) channel.close(code)
      finish()
    },
    rest: () => ({
      send: (message) => channel.send(message),
      get writable() {
        return channel.writable
      },
      close(code) {
        events = null
        channel.close(code)
        finish()
      },
      listen(given) {
        events = given
        for (const message of early.splice(0)) given.onMessage(message)
        if (closed) given.onClose()
      },
    }),
  }
}
