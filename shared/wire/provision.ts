import { type Static, Type } from '../typebox.ts'
import { MACHINE_LABEL_PATTERN } from './identity.ts'
import { EnrollmentCode } from './machine.ts'

/** Asked with a provisioning key. `owner`: a user's id, name or verified e-mail. */
export const Provision = Type.Object({
  owner: Type.String({ minLength: 1, maxLength: 320 }),
  label: Type.String({ pattern: MACHINE_LABEL_PATTERN }),
})
export type Provision = Static<typeof Provision>

export const Provisioned = Type.Object({
  machine: Type.String(),
  label: Type.String(),
  owner: Type.String(),
  enrollment: EnrollmentCode,
  /** Null: it was high enough. */
  machineLimitRaisedTo: Type.Union([Type.Integer(), Type.Null()]),
})
export type Provisioned = Static<typeof Provisioned>
