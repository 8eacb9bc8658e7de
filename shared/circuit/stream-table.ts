/** The open streams of a circuit, and the life of each: opened, cut or whole in both directions, released, gone. */
import type { AppError } from '../errors.ts'
import { FrameType } from './frame.ts'
import { incoming } from './incoming.ts'
import type { Inflow } from './inflow.ts'
import type { Outbox, Sending } from './outbox.ts'
import { outgoing } from './outgoing.ts'
import { encodeReason, errorOf } from './reason.ts'
import type { CircuitStream } from './stream.ts'

/** A stream as the circuit sees it. */
export interface Entry extends CircuitStream, Sending {
  /** Waits for the answer's head; null once that came, and on the side that answers. */
  onHead: ((head: Uint8Array) => void) | null
  /** The peer's END. */
  peerEnded(): void
  /** The peer's RESET, or the end of the circuit. */
  cut(error: AppError): void
}

export interface StreamTableDeps {
  outbox: Outbox
  inflow: Inflow
  /** Credit that the peer gives a new stream. */
  firstCredit(): number
  /** There may be something to send. */
  wake(): void
  /** How many streams are open now. */
  changed(count: number): void
  /** Serving: a body that the one who serves has not read when he is done is refused. */
  stopsUnreadBodies: boolean
}

export interface StreamTable {
  readonly size: number
  get(id: number): Entry | undefined
  all(): Entry[]
  /** `released` when nobody has to settle before it may go. */
  add(id: number, released: boolean): Entry
}

const UNREAD = { code: 'body_unread', message: 'the answer is whole and the rest of the body is not needed' }

export function streamTable(deps: StreamTableDeps): StreamTable {
  const { outbox, inflow, wake } = deps
  const entries = new Map<number, Entry>()

  function add(id: number, releasedFirst: boolean): Entry {
    let released = releasedFirst
    let sentAll = false
    let gotAll = false
    let cutBy: AppError | null = null
    const listeners: ((error: AppError) => void)[] = []

    const settle = (): void => {
      if (!released || !sentAll) return
      if (!gotAll && deps.stopsUnreadBodies) return entry.reset(UNREAD)
      if (gotAll && entries.delete(id)) deps.changed(entries.size)
    }
    const stopBoth = (error: AppError): void => {
      entry.incoming.fail(error)
      entry.outgoing.cut()
      outbox.forget(entry)
      inflow.closed(id)
    }
    const entry: Entry = {
      id,
      onHead: null,
      incoming: incoming((bytes) => {
        inflow.consumed(id, bytes)
        wake()
      }),
      outgoing: outgoing(deps.firstCredit(), () => {
        outbox.ready(entry)
        wake()
      }),
      respond(head) {
        if (cutBy) return
        outbox.control(FrameType.response, id, head)
        wake()
      },
      reset(reason) {
        const isOver = cutBy !== null || (sentAll && gotAll)
        const error = errorOf(reason)
        if (!isOver) {
          cutBy = error
          stopBoth(error)
          outbox.control(FrameType.reset, id, encodeReason(reason), () => {
            sentAll = true
            gotAll = true
            settle()
          })
          wake()
        }
        entry.incoming.drop()
      },
      release() {
        released = true
        settle()
      },
      onCut(given) {
        if (cutBy) given(cutBy)
        else listeners.push(given)
      },
      endSent() {
        sentAll = true
        settle()
      },
      peerEnded() {
        gotAll = true
        entry.incoming.end()
        inflow.closed(id)
        settle()
      },
      cut(error) {
        sentAll = true
        gotAll = true
        if (cutBy === null) {
          cutBy = error
          stopBoth(error)
          for (const listener of listeners) listener(error)
        }
        settle()
      },
    }
    inflow.opened(id)
    entries.set(id, entry)
    deps.changed(entries.size)
    return entry
  }

  return {
    get size() {
      return entries.size
    },
    get: (id) => entries.get(id),
    all: () => [...entries.values()],
    add,
  }
}
