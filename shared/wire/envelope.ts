import { type Static, Type } from '../typebox.ts'

/** Every refusal, on every route. Read the code, never the status. */
export const ErrorEnvelope = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    detail: Type.Optional(Type.Unknown()),
  }),
})
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

/**
 * What became of a command, by its idempotency key. `body` is what the change itself answered: for an act whose answer
 * is the session as it is afterwards, the session's id.
 */
export const CommandOutcome = Type.Object({
  key: Type.String(),
  route: Type.String(),
  at: Type.Integer(),
  status: Type.Integer(),
  body: Type.Unknown(),
})
export type CommandOutcome = Static<typeof CommandOutcome>
