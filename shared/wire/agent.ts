import { type Static, Type } from '../typebox.ts'

/** A catalogue entry as this machine sees it. `signedIn` is null where nobody could tell. */
export const Agent = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The program was found; `program` is where. */
  found: Type.Boolean(),
  program: Type.Union([Type.String(), Type.Null()]),
  signedIn: Type.Union([Type.Boolean(), Type.Null()]),
  /** The mode a new session starts in when the catalogue chose one, because the agent's own does not ask. */
  mode: Type.Union([Type.String(), Type.Null()]),
  /** How to get it when it is missing. */
  install: Type.Union([Type.String(), Type.Null()]),
  /** What a person should know about this agent. */
  notes: Type.Array(Type.String()),
})
export type Agent = Static<typeof Agent>
