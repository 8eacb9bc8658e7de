import { type Static, Type } from '../typebox.ts'

/** Why a session has no agent process. A kill that could not be confirmed is a flag beside it, never a reason. */
export const ExitReason = Type.Union([
  Type.Literal('stopped'),
  Type.Literal('parked'),
  Type.Literal('daemon_shutdown'),
  Type.Literal('daemon_restarted'),
  Type.Literal('config_changed'),
  Type.Literal('agent_exited'),
  Type.Literal('agent_broken'),
  Type.Literal('agent_signed_out'),
  Type.Literal('start_failed'),
  Type.Literal('start_timeout'),
])
export type ExitReason = Static<typeof ExitReason>
