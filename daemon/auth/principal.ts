/**
 * Who a request comes from. The listener that took it says so, in a map no header can reach; a request that is not in
 * the map comes from nobody.
 */
export type Principal = { kind: 'local' }

const principals = new WeakMap<Request, Principal>()

export const admit = (request: Request, principal: Principal): void => void principals.set(request, principal)
export const principalOf = (request: Request): Principal | null => principals.get(request) ?? null

/** Whose commands these are: the scope of an idempotency key. */
export function subjectOf(principal: Principal): string {
  return principal.kind
}
