import type { SignInRow } from '../accounts/sign-in-store.ts'
import type { UserRow } from '../accounts/user-store.ts'
import type { ApiKeyRow } from '../keys/store.ts'

/** A person with a live sign-in, as the rows had it when the request came in. */
export interface SignedInUser {
  kind: 'user'
  user: UserRow
  signIn: SignInRow
  /** The device of this sign-in, when it has one that is not retired. */
  device: string | null
  address: string
}

/** A script with a person's key: it may do what the key's scopes say, and nothing that needs a password. */
export interface KeyHolder {
  kind: 'key'
  user: UserRow
  key: ApiKeyRow
  /** The device that the key was made with, when it is not retired. */
  device: string | null
  address: string
}

/** Whoever stands for a user. */
export type Caller = SignedInUser | KeyHolder

/** Who did it, as records name them. */
export const doneBy = ({ user, device, address }: Caller) => ({ user: user.id, device, address })

/** Somebody at a public route. */
export interface Visitor {
  kind: 'visitor'
  address: string
  /** Holds no cookie: gets its token in the answer. */
  cli: boolean
}

export type Principal = Caller | Visitor

/** Set by the edge, in a map that no header can reach; a request that is not in it comes from nobody. */
const principals = new WeakMap<Request, Principal>()

export const admit = (request: Request, principal: Principal): void => void principals.set(request, principal)
export const principalOf = (request: Request): Principal | null => principals.get(request) ?? null
