import { type Static, Type } from '../typebox.ts'

/** Work that an agent reported to go on beside its turns. Kept when the agent is replaced. */
export const BackgroundTask = Type.Object({
  /** The agent's own id. */
  id: Type.String(),
  title: Type.String(),
  state: Type.Union([
    Type.Literal('running'),
    Type.Literal('paused'),
    Type.Literal('completed'),
    Type.Literal('failed'),
    Type.Literal('stopped'),
  ]),
  startedAt: Type.Integer(),
  updatedAt: Type.Integer(),
  /** The agent takes a request to stop it. */
  stoppable: Type.Boolean(),
})
export type BackgroundTask = Static<typeof BackgroundTask>
