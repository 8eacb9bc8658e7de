/** What a device keeps of a machine once it took its key. */
import { type Static, Type, Value } from '../typebox.ts'
import { PublicKey } from '../wire/identity.ts'

export const MachinePin = Type.Object({
  /** X25519, base64url. */
  machineKey: PublicKey,
  /** Ed25519, which vouches for the key after this one; null: no circuit told it yet. */
  signKey: Type.Union([PublicKey, Type.Null()]),
})
export type MachinePin = Static<typeof MachinePin>

/** As it was stored: once a pin was the machine key alone. Null: there is none. */
export function readPin(stored: unknown): MachinePin | null {
  if (Value.Check(MachinePin, stored)) return stored
  return Value.Check(PublicKey, stored) ? { machineKey: stored, signKey: null } : null
}
