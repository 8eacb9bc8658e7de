import { AppError } from '../../shared/errors.ts'
import { isPublic } from '../public-routes.ts'
import { keyOpens } from './key-routes.ts'
import { principalOf } from './principal.ts'

/**
 * Why a request gets no further, whatever route it asks for; null where it may. Nothing here knows the routes that are
 * private: those are all but the public ones, so that a new one is closed by doing nothing.
 */
export function denialOf(request: Request): AppError | null {
  const principal = principalOf(request)
  if (principal?.kind === 'user' || isPublic(request)) return null
  if (principal?.kind !== 'key') return new AppError('unauthenticated', 'nobody is known to ask this')
  return keyOpens(request, principal.key.scopes)
    ? null
    : new AppError('key_scope_missing', 'this key does not allow this, or no key does')
}
