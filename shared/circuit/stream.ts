/**
 * One request and its answer: a byte stream each way. END says that a direction is whole; RESET, from either side,
 * cuts both, and a reader that did not have END gets an error and never a short body.
 */
import type { AppError } from '../errors.ts'
import type { Incoming } from './incoming.ts'
import type { Outgoing } from './outgoing.ts'
import type { Reason } from './reason.ts'

export interface CircuitStream {
  readonly id: number
  readonly incoming: Incoming
  readonly outgoing: Outgoing
  /** The answer's head, sent before any of its DATA. */
  respond(head: Uint8Array): void
  /** Cuts both directions and tells the peer. Does nothing once both are over. */
  reset(reason: Reason): void
  /** The one who serves it is done; until then the stream counts against the circuit's. */
  release(): void
  /**
   * Each is called once, when the peer or the loss of the circuit cuts the stream while a direction is open; at once
   * when that has happened already, by either side.
   */
  onCut(listener: (error: AppError) => void): void
}
