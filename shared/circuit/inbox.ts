/**
 * From sealed messages to frames, strictly in order: nothing of a message is looked at before its tag was checked, and
 * nothing of the next one before the last frame of this one was dealt with, however long that takes.
 */
import { AppError } from '../errors.ts'
import { CIRCUIT_INBOX_BYTES } from '../limits.ts'
import type { Sealer } from './channel.ts'
import { type Frame, FrameType, frameAt } from './frame.ts'

export interface Inbox {
  push(message: Uint8Array): void
  /** Whatever is still here is dropped. */
  stop(): void
}

export interface InboxDeps {
  sealer: Sealer
  /** Messages under one key, at most. */
  rekeyMessages: number
  /** Deals with one frame; the next waits for the promise. @throws AppError for one that ends the circuit. */
  onFrame(frame: Frame): Promise<void> | undefined
  /** Every frame of a message was dealt with. */
  onMessageEnd(): void
  /** Nothing is delivered afterwards. Null when a message could not be opened, which is answered with nothing. */
  failed(error: AppError | null): void
}

export function inbox({ sealer, rekeyMessages, onFrame, onMessageEnd, failed }: InboxDeps): Inbox {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let current: { plaintext: Uint8Array; at: number } | null = null
  let busy = false
  let stopped = false
  let openedUnderKey = 0

  function fail(error: unknown): void {
    stopped = true
    waiting.length = 0
    current = null
    failed(error instanceof AppError ? error : null)
  }

  /** Goes on when `step` is done. */
  function later(step: Promise<void>): void {
    busy = true
    step.then(() => {
      busy = false
      pump()
    }, fail)
  }

  function opened(plaintext: Uint8Array): void {
    openedUnderKey++
    current = { plaintext, at: 0 }
  }

  function openNext(message: Uint8Array): void {
    waitingBytes -= message.length
    const plaintext = sealer.open(message)
    if (plaintext instanceof Promise) later(plaintext.then(opened))
    else opened(plaintext)
  }

  function nextFrame(reading: { plaintext: Uint8Array; at: number }): void {
    const frame = frameAt(reading.plaintext, reading.at)
    if (frame === 'bad') throw new AppError('protocol_error', 'a frame that cannot be')
    if (frame === 'end') {
      current = null
      if (openedUnderKey >= rekeyMessages) throw new AppError('protocol_error', 'the key is used up')
      return onMessageEnd()
    }
    reading.at = frame.payload.byteOffset - reading.plaintext.byteOffset + frame.payload.length
    const step = frame.type === FrameType.rekey ? rekey(frame, reading) : onFrame(frame)
    if (step) later(step)
  }

  async function rekey(frame: Frame, reading: { plaintext: Uint8Array; at: number }): Promise<void> {
    const isLast = frameAt(reading.plaintext, reading.at) === 'end'
    if (!isLast || frame.stream !== 0 || frame.payload.length > 0) {
      throw new AppError('protocol_error', 'REKEY is the last frame of its message, and empty')
    }
    await sealer.rekeyReceive()
    openedUnderKey = 0
  }

  function pump(): void {
    try {
      while (!busy && !stopped) {
        if (current) nextFrame(current)
        else {
          const message = waiting.shift()
          if (!message) return
          openNext(message)
        }
      }
    } catch (error) {
      fail(error) // a tag that does not fit, or a frame that may not be: the circuit ends
    }
  }

  return {
    push(message) {
      if (stopped) return
      waiting.push(message)
      waitingBytes += message.length
      if (waitingBytes > CIRCUIT_INBOX_BYTES)
        return fail(new AppError('over_budget', 'too much waits to be opened'))
      if (!busy) pump()
    },
    stop() {
      stopped = true
      waiting.length = 0
      current = null
    },
  }
}
