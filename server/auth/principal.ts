import type { SignInRow } from '../accounts/sign-in-store.ts'
import type { UserRow } from '../accounts/user-store.ts'

/** A person with a live sign-in, as the rows had it when the request came in. */
export interface SignedInUser {
  kind: 'user'
  user: UserRow
  signIn: SignInRow
  /** The device of this sign-in, when it has one that is not retired. */
  device: string | null
  address: string
}

/** Somebody at a public route. */
export interface Visitor {
  kind: 'visitor'
  address: string
  /** Holds no cookie: gets its token in the answer. */
  cli: boolean
}

export type Principal = SignedInUser | Visitor

/** Set by the edge, in a map that no header can reach; a request that is not in it comes from nobody. */
const principals = new WeakMap<Request, Principal>()

export const admit = (request: Request, principal: Principal): void => void principals.set(request, principal)
export const principalOf = (request: Request): Principal | null => principals.get(request) ?? null
