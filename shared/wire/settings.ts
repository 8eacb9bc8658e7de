/** What a person sets for one machine. Every field has a value; a change names the fields that it changes. */
import { type Static, Type } from '../typebox.ts'

/** Milliseconds of idleness after which an agent is shut down; null: never. */
const parkAfterMs = Type.Union([
  Type.Integer({ minimum: 5 * 60_000, maximum: 24 * 60 * 60_000 }),
  Type.Null(),
])
/** Milliseconds after which a permission that nobody answered ends by itself; null: it waits. */
const permissionTimeoutMs = Type.Union([
  Type.Integer({ minimum: 60_000, maximum: 7 * 24 * 60 * 60_000 }),
  Type.Null(),
])

const fields = {
  parkAfterMs,
  permissionTimeoutMs,
  /** Agents may ask questions by forms. */
  askQuestions: Type.Boolean(),
  /** What the daemon interrupted comes back by itself. */
  bringBack: Type.Boolean(),
  /** Agents alive at once; past it the one that was idle longest is parked. */
  maxLiveSessions: Type.Integer({ minimum: 1, maximum: 64 }),
  /** Sessions in a turn at once; past it a new turn is refused, and what waits goes on waiting. */
  maxActiveTurns: Type.Integer({ minimum: 1, maximum: 64 }),
}

export const MachineSettings = Type.Object(fields)
export type MachineSettings = Static<typeof MachineSettings>

export const MachineSettingsChange = Type.Partial(MachineSettings)
export type MachineSettingsChange = Static<typeof MachineSettingsChange>
