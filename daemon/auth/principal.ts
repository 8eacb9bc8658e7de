import type { Scope } from '../../shared/wire/identity.ts'

/**
 * Who a request comes from. The listener or circuit that took it says so, in a map no header can reach; a request
 * that is not in the map comes from nobody.
 */
export type Principal = { kind: 'local' } | DevicePrincipal

/** A device of a person, as its capability said and the machine's lock let in. */
export interface DevicePrincipal {
  kind: 'device'
  sub: string
  dev: string
  /** The device's, base64url: what the machine's lock knows it by. */
  key: string
  sid: string
  scopes: readonly Scope[]
  /** The password was given a short while before its capability was made. */
  fresh: boolean
}

const principals = new WeakMap<Request, Principal>()

export const admit = (request: Request, principal: Principal): void => void principals.set(request, principal)
export const principalOf = (request: Request): Principal | null => principals.get(request) ?? null

/**
 * Whose commands these are: the scope of an idempotency key. A device keeps its own across sign-ins, or a command sent
 * again after one would be applied twice.
 */
export const subjectOf = (principal: Principal): string =>
  principal.kind === 'local' ? 'local' : deviceSubject(principal.sub, principal.dev)

const deviceSubject = (sub: string, dev: string): string => `device ${sub} ${dev}`

/** The person and device of a subject; null for one that is no device's. */
export function deviceOfSubject(subject: string): { sub: string; dev: string } | null {
  const [kind, sub, dev] = subject.split(' ')
  return kind === 'device' && sub !== undefined && dev !== undefined ? { sub, dev } : null
}
