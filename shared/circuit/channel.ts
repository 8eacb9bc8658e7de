/** What a circuit stands on: something that carries messages, and something that seals them. */

/** Whole messages in order, each at most 65 535 bytes: a WebSocket, or a pair in memory. */
export interface Channel {
  /** Takes a message, also when not {@link writable}: a message is never dropped while the channel is open. */
  send(message: Uint8Array): void
  /** False while so much waits below that a sender should; `onWritable` tells when that is over. */
  readonly writable: boolean
  /** Ends it; messages already taken go out first as far as they can. Nothing is reported afterwards. */
  close(code: string): void
  /** Once, before anything can arrive. */
  listen(events: ChannelEvents): void
}

export interface ChannelEvents {
  /** The bytes are the listener's to keep. */
  onMessage(message: Uint8Array): void
  onWritable(): void
  /** The channel ended by the peer's doing or by none. */
  onClose(): void
}

/**
 * One direction's cipher each way, with its counters, after the handshake. Calls are strictly serial: the next comes
 * only after the last returned or resolved.
 */
export interface Sealer {
  /** At most 65 519 bytes. The argument is used again afterwards; the result is the channel's. */
  seal(plaintext: Uint8Array): Uint8Array | Promise<Uint8Array>
  /** Throws or rejects when the tag does not fit. The result is the caller's to keep. */
  open(message: Uint8Array): Uint8Array | Promise<Uint8Array>
  /** What is sealed from now on is under the next key. */
  rekeySend(): void | Promise<void>
  /** What is opened from now on is under the next key. */
  rekeyReceive(): void | Promise<void>
}
