/** What is asked of an authority on its own host, through a socket in its directory: one line of JSON each way. */
import { type Static, Type } from '../typebox.ts'
import { AdminUser } from './admin.ts'

export const HostAct = Type.Union([
  /** A link that sets this account’s password anew. */
  Type.Object({ act: Type.Literal('reset'), name: Type.String({ maxLength: 40 }) }),
  Type.Object({ act: Type.Literal('setup-link') }),
  Type.Object({ act: Type.Literal('users') }),
])
export type HostAct = Static<typeof HostAct>

export const HostAnswer = Type.Union([
  Type.Object({ link: Type.Object({ link: Type.String(), expiresAt: Type.Integer() }) }),
  Type.Object({ setUpLink: Type.String() }),
  Type.Object({ users: Type.Array(AdminUser) }),
])
export type HostAnswer = Static<typeof HostAnswer>
