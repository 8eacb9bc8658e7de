/** One end of a circuit: its streams, what goes out and what comes in, from the first SETTINGS to the last GOAWAY. */
import { utf8 } from '../bytes.ts'
import type { AppError } from '../errors.ts'
import { CIRCUIT_FIRST_WINDOW_BYTES, CIRCUIT_REKEY_MESSAGES } from '../limits.ts'
import type { Clock } from '../time.ts'
import type { Channel, Sealer } from './channel.ts'
import { FrameType } from './frame.ts'
import { frameRules } from './frame-rules.ts'
import { inbox } from './inbox.ts'
import { inflow } from './inflow.ts'
import { nextTick, type Schedule } from './next-tick.ts'
import { outbox } from './outbox.ts'
import { pulse } from './pulse.ts'
import { encodeReason, errorOf, type Reason } from './reason.ts'
import { roundTrip } from './round-trip.ts'
import { sender } from './sender.ts'
import { encodeSettings, ourSettings, type Settings } from './settings.ts'
import type { CircuitStream } from './stream.ts'
import { streamTable } from './stream-table.ts'

export interface EndpointOptions {
  role: 'initiator' | 'acceptor'
  channel: Channel
  sealer: Sealer
  clock: Clock
  /**
   * Acceptor: judges a RENEW, the first one and those that follow it; null accepts. Until one was accepted every
   * REQUEST is `unauthenticated`, unless the peer was `admitted` before the circuit began; a reason ends the circuit.
   * Without it every REQUEST is let through.
   */
  onRenew?: (capability: string) => Reason | null | Promise<Reason | null>
  admitted?: boolean
  settings?: Settings
  /** Messages under one key: both ends must agree. */
  rekeyMessages?: number
  schedule?: Schedule
}

export type EndpointState =
  | { status: 'open' }
  /** No new streams, by either side's GOAWAY; it closes with its last stream. */
  | { status: 'draining'; reason: Reason }
  | { status: 'closed'; reason: Reason }

export interface OpenedEvents {
  /** The answer's head, at the end of the message that brought it. Called once at most. */
  onHead(head: Uint8Array): void
  /** The request's head is on its way: from here on the machine may have seen it. */
  onSent?(): void
}

export interface Endpoint {
  readonly state: EndpointState
  /** Resolves with why, once it is closed. */
  readonly closed: Promise<Reason>
  readonly roundTripMs: number | null
  readonly streams: number
  /** Initiator: a new request; null while the circuit is not open or has all the streams it may. */
  open(head: Uint8Array, events: OpenedEvents): CircuitStream | null
  /** Acceptor: who serves requests; called at the end of the message that brought the head. They wait for it. */
  accept(serve: (stream: CircuitStream, head: Uint8Array) => void): void
  /** Initiator: shows a capability, ASCII. */
  renew(capability: string): void
  /** No new streams; what is open may finish, and then it closes. */
  goAway(reason: Reason): void
  /** Ends it now: every stream is cut, the peer is told. */
  close(reason: Reason): void
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { role, channel, sealer, clock, settings = ourSettings, schedule = nextTick } = options
  const rekeyMessages = options.rekeyMessages ?? CIRCUIT_REKEY_MESSAGES
  const closed = Promise.withResolvers<Reason>()
  let state: EndpointState = { status: 'open' }
  let peer: Settings | null = null
  let lastOpened = -1

  const trip = roundTrip()
  const out = outbox()
  const outgoingMessages = sender({
    channel,
    sealer,
    outbox: out,
    schedule,
    rekeyMessages,
    failed: () => end({ code: 'circuit_lost', message: 'a message could not be sealed' }, 'silently'),
  })
  const { wake } = outgoingMessages
  const credit = inflow({
    settings,
    clock,
    roundTrip: trip,
    tell(stream, bytes) {
      out.credit(stream, bytes)
      beat.measure()
      wake()
    },
  })
  const table = streamTable({
    outbox: out,
    inflow: credit,
    firstCredit: () => peer?.streamWindow ?? CIRCUIT_FIRST_WINDOW_BYTES,
    wake,
    changed(count) {
      beat.streams(count)
      if (count === 0 && state.status === 'draining') end(state.reason, 'telling')
    },
    stopsUnreadBodies: role === 'acceptor',
  })
  const rules = frameRules({
    role,
    table,
    outbox: out,
    inflow: credit,
    streamsMost: settings.streams,
    clock,
    onRenew: options.onRenew,
    admitted: options.admitted ?? false,
    onSettings(given) {
      peer = given
    },
    pong: (payload) => beat.pong(payload),
    isOpen: () => state.status === 'open',
    wentAway: (reason) => drain(reason),
    refused: (reason) => end(reason, 'telling'),
    wake,
  })
  const incomingMessages = inbox({
    sealer,
    rekeyMessages,
    onFrame: rules.onFrame,
    onMessageEnd: rules.onMessageEnd,
    failed: (error) =>
      error === null
        ? end({ code: 'circuit_lost', message: 'a message could not be opened' }, 'silently')
        : end(error, 'telling'),
  })

  function drain(reason: Reason): void {
    if (state.status !== 'open') return
    state = { status: 'draining', reason }
    if (table.size === 0) end(reason, 'telling')
  }

  function end(reason: Reason, how: 'telling' | 'silently'): void {
    if (state.status === 'closed') return
    state = { status: 'closed', reason: { code: reason.code, message: reason.message } }
    beat.stop()
    incomingMessages.stop()
    const error: AppError = errorOf(reason)
    for (const stream of table.all()) stream.cut(error)
    rules.stop()
    if (how === 'telling') {
      out.control(FrameType.goaway, 0, encodeReason(reason))
      outgoingMessages.finish(() => channel.close(reason.code))
    } else {
      outgoingMessages.stop()
      channel.close(reason.code)
    }
    closed.resolve(state.reason)
  }

  out.control(FrameType.settings, 0, encodeSettings(settings))
  const beat = pulse({
    clock,
    roundTrip: trip,
    ping(payload) {
      out.control(FrameType.ping, 0, payload)
      wake()
    },
    lost: () => end({ code: 'circuit_lost', message: 'nothing was heard any more' }, 'telling'),
    idle: () => end({ code: 'idle', message: 'nothing was asked for a while' }, 'telling'),
  })

  // Last: what came before may be delivered at once.
  channel.listen({
    onMessage(message) {
      beat.heard()
      incomingMessages.push(message)
    },
    onWritable: wake,
    onClose() {
      const lost = { code: 'circuit_lost', message: 'the connection ended' }
      end(state.status === 'draining' ? state.reason : lost, 'silently')
    },
  })

  return {
    get state() {
      return state
    },
    closed: closed.promise,
    get roundTripMs() {
      return trip.ms
    },
    get streams() {
      return table.size
    },
    open(head, { onHead, onSent }) {
      if (role !== 'initiator') throw new TypeError('only the initiator opens streams')
      if (state.status !== 'open' || table.size >= (peer?.streams ?? settings.streams)) return null
      lastOpened += 2
      const stream = table.add(lastOpened, true)
      rules.awaitHead(stream, onHead)
      out.control(FrameType.request, stream.id, head, onSent)
      wake()
      return stream
    },
    accept: rules.accept,
    renew(capability) {
      out.control(FrameType.renew, 0, utf8(capability))
      wake()
    },
    goAway(reason) {
      if (state.status !== 'open') return
      out.control(FrameType.goaway, 0, encodeReason(reason))
      wake()
      drain(reason)
    },
    close: (reason) => end(reason, 'telling'),
  }
}
