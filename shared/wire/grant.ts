import { type Static, Type } from '../typebox.ts'
import { Scope } from './identity.ts'

/** Somebody who may use a machine. */
export const Grant = Type.Object({
  user: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Scope),
  /** Its owner's own, which cannot be changed. */
  owner: Type.Boolean(),
  disabled: Type.Boolean(),
  createdAt: Type.Integer(),
})
export type Grant = Static<typeof Grant>
export const Grants = Type.Object({ grants: Type.Array(Grant) })

export const GrantChange = Type.Object({
  scopes: Type.Array(Scope, { minItems: 1, maxItems: 3, uniqueItems: true }),
})
export type GrantChange = Static<typeof GrantChange>

/** Whom an id stands for: who knows it was given it. */
export const Person = Type.Object({ id: Type.String(), name: Type.String() })
export type Person = Static<typeof Person>
