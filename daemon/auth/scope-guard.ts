import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import { type DevicePrincipal, principalOf } from './principal.ts'
import { type Need, needOf } from './route-scopes.ts'

const used = new WeakMap<Request, Scope>()

/** The scope that let a device's request through; null when none did yet. */
export const scopeUsedBy = (request: Request): Scope | null => used.get(request) ?? null

/**
 * Lets a device's request through to a route whose scope its capability carries. Before the body is checked, and
 * global: it guards whatever is registered after it.
 */
export const scopeGuard = new Elysia({ name: 'scopes' }).onTransform(
  { as: 'global' },
  ({ request, route }) => {
    const principal = principalOf(request)
    if (principal?.kind !== 'device') return
    const need = needOf(request.method, route)
    if (!holds(principal, need)) throw missing(need)
    used.set(request, need)
  },
)

const holds = (principal: DevicePrincipal, need: Need | null): need is Scope =>
  need !== null && need !== 'local' && principal.scopes.includes(need)

const missing = (need: Need | null): AppError =>
  need === null || need === 'local'
    ? new AppError('scope_missing', 'this is for the machine itself')
    : new AppError('scope_missing', `this needs ${need}`, { scope: need })
