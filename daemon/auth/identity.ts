import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors.ts'
import type { AnsweredBy } from '../../shared/wire/ask.ts'
import type { CommandRequest } from '../commands/commands.ts'
import { type Principal, principalOf, subjectOf } from './principal.ts'

/**
 * Who asks, for the routes of the feature that uses this. `derive` runs before a body is checked, so that a stranger
 * learns nothing about what a body should have been.
 */
export const identity = new Elysia({ name: 'identity' }).derive({ as: 'scoped' }, ({ request, path }) => {
  const principal = principalOf(request)
  if (!principal) throw new AppError('unauthenticated', 'nobody is known to ask this')
  return {
    principal,
    by: doorOf(principal),
    /** What is asked for, as a command that is applied once for its `Idempotency-Key`. */
    command: (body: unknown, status = 200): CommandRequest => ({
      subject: subjectOf(principal),
      route: `${request.method} ${path}`,
      key: request.headers.get('idempotency-key'),
      body,
      status,
    }),
  }
})

const doorOf = (principal: Principal): AnsweredBy =>
  principal.kind === 'local'
    ? { door: 'local' }
    : { door: 'device', sub: principal.sub, device: principal.dev }
