import { type Static, Type } from '../typebox.ts'
import { PublicKey } from './identity.ts'

export const KeeperStatus = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  generation: Type.Integer(),
  startedAt: Type.Integer(),
  runs: Type.Integer(),
})

export const DaemonStatus = Type.Object({
  pid: Type.Integer(),
  version: Type.String(),
  home: Type.String(),
  url: Type.String(),
  startedAt: Type.Integer(),
  sessions: Type.Integer(),
  keeper: Type.Union([KeeperStatus, Type.Null()]),
  /** Why `agents.toml` is not used, in one line. */
  agentsFile: Type.Optional(Type.String()),
})

/** Where a machine is enrolled. */
export const EnrollmentStatus = Type.Object({
  machine: Type.String(),
  label: Type.String(),
  owner: Type.Union([Type.String(), Type.Null()]),
  issuer: Type.String(),
  origin: Type.String(),
  relayUrl: Type.String(),
  enrolledAt: Type.Integer(),
  /** The machine's own X25519 key, base64url: what a person compares with what a device was told. */
  key: Type.Optional(PublicKey),
  /** It is to have other keys, and the authority did not answer yet whether it took them. */
  keyChangeWaits: Type.Optional(Type.Literal(true)),
})
export type EnrollmentStatus = Static<typeof EnrollmentStatus>

/**
 * A machine's connection to its relay: `off` (not enrolled, or ending), `connecting`, `online`, `waiting` for the next
 * try, `displaced` by another daemon with the same key, `refused` for a reason that time alone does not cure.
 */
export const TunnelStatus = Type.Object({
  state: Type.String(),
  /** When it came up (`online`), or is tried again. */
  at: Type.Optional(Type.Integer()),
  /** In words, for a person. */
  why: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
})
export type TunnelStatus = Static<typeof TunnelStatus>

/** Enrollment and tunnel are those of the machine; null: it is not enrolled. */
export const Status = Type.Object({
  daemon: DaemonStatus,
  enrollment: Type.Optional(Type.Union([EnrollmentStatus, Type.Null()])),
  tunnel: Type.Optional(TunnelStatus),
})
export type Status = Static<typeof Status>

/** What `POST /v1/shutdown` did: runs that stay with the keeper. */
export const ShutdownOutcome = Type.Object({ kept: Type.Integer() })
export type ShutdownOutcome = Static<typeof ShutdownOutcome>
