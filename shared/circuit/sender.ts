/**
 * From frames to sealed messages: gathers what one tick brought into a scratch, pads it, seals it and hands it to the
 * channel, one after the other, while the channel has room.
 */
import { CIRCUIT_FLUSH_BYTES, CIRCUIT_PLAINTEXT_BYTES } from '../limits.ts'
import type { Channel, Sealer } from './channel.ts'
import { FRAME_HEADER_BYTES, FrameType, writeFrameHeader } from './frame.ts'
import type { Schedule } from './next-tick.ts'
import type { Outbox } from './outbox.ts'
import { gatherSize, paddedSize } from './padding.ts'

export interface Sender {
  /** There may be something to send: it goes with the tick. */
  wake(): void
  /** Sends what it can now, then nothing any more; `done` follows the last message. */
  finish(done: () => void): void
  /** Sends nothing any more. */
  stop(): void
}

export interface SenderDeps {
  channel: Channel
  sealer: Sealer
  outbox: Outbox
  schedule: Schedule
  /** Messages under one key. */
  rekeyMessages: number
  /** Sealing failed: the circuit cannot go on. */
  failed(): void
}

/** One scratch serves every circuit of the process whose cipher answers at once. */
const spare: Uint8Array[] = []
const SPARE_MOST = 4
const takeScratch = (): Uint8Array => spare.pop() ?? new Uint8Array(CIRCUIT_PLAINTEXT_BYTES)
function giveScratch(scratch: Uint8Array): void {
  if (spare.length < SPARE_MOST) spare.push(scratch)
}

type State = { is: 'running' } | { is: 'finishing'; done: () => void } | { is: 'stopped' }

export function sender(deps: SenderDeps): Sender {
  const { channel, sealer, outbox, schedule, rekeyMessages } = deps
  let state: State = { is: 'running' }
  let scheduled = false
  let sealing = false
  let flushing = false
  let sealedUnderKey = 0

  /** The next plaintext in `scratch`, its size, and whether it is the last under its key; null for nothing to say. */
  function gather(scratch: Uint8Array): { size: number; last: boolean } | null {
    const waiting = outbox.waiting()
    if (waiting === 0) return null
    const last = sealedUnderKey + 1 >= rekeyMessages
    const most = CIRCUIT_PLAINTEXT_BYTES - (last ? FRAME_HEADER_BYTES : 0)
    let used = outbox.fill(scratch, Math.min(most, gatherSize(waiting)))
    if (used === 0) used = outbox.fill(scratch, most) // a head larger than the step
    if (used === 0) return null
    if (last) {
      writeFrameHeader(scratch, used, FrameType.rekey, 0, 0)
      used += FRAME_HEADER_BYTES
    }
    const size = paddedSize(used)
    scratch.fill(0, used, size)
    return { size, last }
  }

  /** Seals and sends one message; a promise when that takes longer, false when there was none. */
  function sendOne(): Promise<void> | number | false {
    const scratch = takeScratch()
    const gathered = gather(scratch)
    if (gathered === null) {
      giveScratch(scratch)
      return false
    }
    sealedUnderKey++
    const { size, last } = gathered
    const sealed = sealer.seal(scratch.subarray(0, size))
    if (sealed instanceof Promise || last) return sealLater(sealed, scratch, last)
    giveScratch(scratch)
    channel.send(sealed)
    return size
  }

  function trySendOne(): ReturnType<typeof sendOne> {
    try {
      return sendOne()
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async function sealLater(
    sealed: Uint8Array | Promise<Uint8Array>,
    scratch: Uint8Array,
    last: boolean,
  ): Promise<void> {
    const message = await sealed
    giveScratch(scratch)
    if (state.is !== 'stopped') channel.send(message)
    if (!last) return
    await sealer.rekeySend()
    sealedUnderKey = 0
  }

  /** What is said while frames are gathered (the last stream of a draining circuit) goes out after them. */
  function flush(): void {
    scheduled = false
    if (flushing) return
    flushing = true
    sendAll()
    flushing = false
    if (!sealing && state.is === 'finishing') finished(state.done)
  }

  function sendAll(): void {
    let sent = 0
    while (!sealing && state.is !== 'stopped' && channel.writable) {
      if (sent >= CIRCUIT_FLUSH_BYTES && state.is === 'running') return wake()
      const result = trySendOne()
      if (result === false) break
      if (typeof result === 'number') {
        sent += result
        continue
      }
      sealing = true
      result.then(resume, fail)
    }
  }

  function resume(): void {
    sealing = false
    flush()
  }

  /** The cipher's own failure has no words worth passing on. */
  function fail(): void {
    sealing = false
    deps.failed()
  }

  function finished(done: () => void): void {
    state = { is: 'stopped' }
    done()
  }

  function wake(): void {
    if (scheduled || sealing || state.is !== 'running' || !channel.writable) return
    scheduled = true
    schedule(flush)
  }

  return {
    wake,
    finish(done) {
      if (state.is !== 'running') return
      state = { is: 'finishing', done }
      if (!sealing) flush()
    },
    stop() {
      state = { is: 'stopped' }
    },
  }
}
