/** Every bound of the relay, with what happens past it. An argument of `createRelay`, so that a test can shrink one. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

export const relayLimits = {
  /** One WebSocket message; a Noise message fits exactly. Past it the socket closes. */
  messageBytes: 65_535,
  /** One text message. Past it `invalid_request`. */
  controlBytes: 8 * KIB,
  /** Unsent bytes of one socket. Past it the runtime drops, and the circuit ends `over_budget`. */
  sendBufferBytes: 1 * MIB,
  /** A socket that answers no WebSocket ping for so long is gone. */
  socketQuietMs: 2 * MINUTE_MS,
  /** Sockets before their hello, an address (a /64 in IPv6) and in all. Past it `too_many_sockets`. */
  socketsAnAddress: 64,
  socketsBeforeHello: 2_000,
  /** From the socket to its hello, on connect and accept. Past it `idle`. */
  helloMs: 2 * SECOND_MS,
  /** How long a tunnel's challenge can be answered. Past it `expired`. */
  challengeMs: 5 * SECOND_MS,
  /** A tunnel that says nothing for so long is dead (its daemon pings every 15 s). */
  tunnelDeadMs: 40 * SECOND_MS,
  /** What a machine did not acknowledge is said again after this, and its presence is written down. */
  tunnelAgainMs: 10 * SECOND_MS,
  seenMs: 1 * MINUTE_MS,
  /** Revocations and statements on the way to one machine. The next wait for an acknowledgement. */
  ordersUnderWay: 256,
  /** From `open` on the tunnel to the daemon's accept. Past it `accept_timeout`. */
  acceptMs: 5 * SECOND_MS,
  /** Circuits of a machine, and of one subject on it. Past it `circuit_limit`. */
  circuitsAMachine: 256,
  circuitsASubject: 64,
  /** Of those, not yet spliced. */
  openingAMachine: 32,
  openingASubject: 8,
  /** Bytes held for a slow reader, one side of a circuit and in all. Past it `over_budget`. */
  backlogASideBytes: 18 * MIB,
  backlogBytes: GIB / 2,
  /** A circuit without a byte either way, and the longest life of any. Looked at every `sweepMs`. */
  circuitIdleMs: 10 * MINUTE_MS,
  circuitLifeMs: 24 * HOUR_MS,
  sweepMs: 5 * SECOND_MS,
} as const

export type RelayLimits = { readonly [K in keyof typeof relayLimits]: number }
