/**
 * What one daemon reads. A reader that is up to date gets output as it comes, without the disk; one that is behind
 * (after an attach, or because its socket was full) is fed from the spool, a chunk a run in turn.
 */
import { encodeFrame, FrameType } from './frames.ts'
import type { Outbox } from './outbox.ts'
import type { OutputFrame } from './output-frame.ts'
import type { Run } from './run.ts'

/** Chunks sent before other work gets its turn. */
const CHUNKS_AT_ONCE = 16

interface Reader {
  run: Run
  at: number
  told: boolean
}

export interface Readers {
  /** READ: from here on, now and as it comes. */
  open(run: Run, from: number): void
  /** Fresh output, already in the spool. */
  output(run: Run, offset: number, bytes: Uint8Array): void
  /** The run is over; told behind its last byte, or at once where only END was asked for. */
  ended(run: Run, asked: boolean): void
  close(id: string): void
  /** Every run that is read was told its end. */
  settled(): boolean
  /** Goes on where the socket was full. */
  pump(): void
}

export function readers(out: Outbox, frame: OutputFrame, chunkBytes: number): Readers {
  const open = new Map<string, Reader>()
  let scheduled = false

  const tellEnd = (run: Run): void => {
    const end = run.ended()
    if (end) out.send(encodeFrame(FrameType.ended, { run: run.id, ...end }))
  }

  /** One chunk, or the end. `false`: up to date. */
  const feed = (reader: Reader): boolean => {
    const { run } = reader
    reader.at = Math.max(reader.at, run.spool.acked())
    if (reader.at < run.spool.end()) {
      const length = run.spool.read(reader.at, frame.begin(run.id, reader.at))
      out.send(frame.finish(length))
      reader.at += length
      return length > 0
    }
    if (reader.told || !run.ended()) return false
    reader.told = true
    tellEnd(run)
    return true
  }

  const pump = (): void => {
    for (let sent = 0; ; ) {
      let fed = false
      for (const reader of open.values()) {
        if (!out.clear()) return
        if (!feed(reader)) continue
        fed = true
        sent++
      }
      if (!fed) return
      if (sent < CHUNKS_AT_ONCE) continue
      later()
      return
    }
  }

  const later = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      pump()
    })
  }

  return {
    pump,
    open(run, from) {
      open.set(run.id, { run, at: from, told: false })
      pump()
    },
    settled: () => [...open.values()].every((reader) => reader.told),
    close: (id) => void open.delete(id),
    output(run, offset, bytes) {
      const reader = open.get(run.id)
      if (!reader || reader.at !== offset) return
      for (let sent = 0; sent < bytes.length && out.clear(); ) {
        const body = bytes.subarray(sent, sent + chunkBytes)
        frame.begin(run.id, reader.at).set(body)
        out.send(frame.finish(body.length))
        reader.at += body.length
        sent += body.length
      }
    },
    ended(run, asked) {
      if (open.has(run.id)) pump()
      else if (asked) tellEnd(run)
    },
  }
}
