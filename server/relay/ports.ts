/**
 * What the relay and the rest of the authority ask of each other. The relay knows sockets and nothing of rows; the
 * authority knows rows and nothing of sockets. Both answer from what is true now.
 */
import type { RelayCode } from '../../shared/relay/close-codes.ts'
import type { CircuitEnd } from '../../shared/wire/audit.ts'
import type { Scope } from '../../shared/wire/identity.ts'

/** Who a circuit belongs to, as its capability said and the rows confirmed. */
export interface CircuitSubject {
  machine: string
  sub: string
  dev: string
  sid: string
  scopes: Scope[]
  /** When the capability ends, ms. */
  expiresAt: number
}

export type Judged<T> = { ok: true; value: T } | { ok: false; code: RelayCode; message: string }

/** Rows, for the relay. Every answer is read from the database when it is asked for. */
export interface Authorization {
  issuer(): string
  /** The host that a tunnel's proof must name: the public relay URL's, else null (the Host it came with). */
  relayHost(): string | null
  /** May this machine hold a tunnel, and with which Ed25519 key (32 bytes) does it prove that it is it? */
  tunnel(machine: string): Judged<{ signKey: Uint8Array }>
  /** Cheap checks first, the signature last, then live rows. */
  circuit(capability: string): Judged<CircuitSubject>
  /** Null: it would be granted again now. */
  stillHolds(subject: CircuitSubject): RelayCode | null

  /** Key statements that the machine has not acknowledged, oldest first. */
  statementsFor(machine: string): { number: number; jws: string }[]
  statementAcked(machine: string, number: number): void
  /** Revocations that the machine has not acknowledged. */
  revocationsFor(machine: string): { id: number; sub?: string; dev?: string; sid?: string }[]
  revocationAcked(machine: string, id: number): void

  seen(machine: string, facts: { version: string; agents: string[] } | null): void
  circuitOpened(subject: CircuitSubject): number
  circuitClosed(row: number, reason: CircuitEnd, bytes: { up: number; down: number }): void
}

/** Which circuits and tunnels to look at again: those that fit every member given. */
export interface ReauthorizeFilter {
  machine?: string
  sub?: string
  dev?: string
  sid?: string
}

/** Sockets, for everybody who changes rows. */
export interface Relay {
  /** What is open at this moment: `waiting` circuits are asked for and not open yet, `heldBytes` wait for slow readers. */
  figures(): { tunnels: number; circuits: number; waiting: number; heldBytes: number }
  isOnline(machine: string): boolean
  /** Call after the change committed: closes what no longer holds and tells the daemons. */
  reauthorize(filter: ReauthorizeFilter): void
  /** A statement or a revocation waits for this machine. */
  nudge(machine: string): void
}
