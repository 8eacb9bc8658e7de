import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors.ts'
import { principalOf } from './principal.ts'

/**
 * Who asks, for the routes of the feature that uses this. `derive` runs before a body is checked, so that a stranger
 * learns nothing about what a body should have been.
 */
export const signedIn = new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, ({ request }) => {
  const principal = principalOf(request)
  if (principal?.kind !== 'user') throw new AppError('unauthenticated', 'nobody is known to ask this')
  return { who: principal }
})

/** For what a script may do too: which of its routes a key opens, its scopes say (`key-routes.ts`). */
export const calling = new Elysia({ name: 'calling' }).derive({ as: 'scoped' }, ({ request }) => {
  const principal = principalOf(request)
  if (principal?.kind !== 'user' && principal?.kind !== 'key') {
    throw new AppError('unauthenticated', 'nobody is known to ask this')
  }
  return { who: principal }
})

/** People who run this authority; no key of theirs does. */
export const administering = new Elysia({ name: 'administering' }).derive({ as: 'scoped' }, ({ request }) => {
  const principal = principalOf(request)
  if (principal?.kind !== 'user') throw new AppError('unauthenticated', 'nobody is known to ask this')
  if (!principal.user.admin) throw new AppError('forbidden', 'only who runs this authority may do this')
  return { who: principal }
})

/** For public routes: only where somebody is. */
export const visiting = new Elysia({ name: 'visiting' }).derive({ as: 'scoped' }, ({ request }) => {
  const principal = principalOf(request)
  if (principal?.kind !== 'visitor') throw new AppError('unauthenticated', 'nobody is known to ask this')
  return { visitor: principal }
})
