import { type Static, Type } from '../typebox.ts'

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
})

/** `authority` appears once a machine is enrolled. */
export const Status = Type.Object({ daemon: DaemonStatus })
export type Status = Static<typeof Status>

/** What `POST /v1/shutdown` did: runs that stay with the keeper. */
export const ShutdownOutcome = Type.Object({ kept: Type.Integer() })
export type ShutdownOutcome = Static<typeof ShutdownOutcome>
