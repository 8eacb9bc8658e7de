import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { EnrollHere } from '../../shared/wire/lock.ts'
import { Rekeyed, SigningKeyChoice, TrustedKey } from '../../shared/wire/machine.ts'
import { EnrollmentStatus } from '../../shared/wire/status.ts'
import { identity } from '../auth/identity.ts'
import type { Enrollments } from './enrollment.ts'
import type { Rekey } from './rekey.ts'
import type { Trust } from './trust.ts'

export interface EnrollRouteDeps {
  enrollments: Pick<Enrollments, 'enroll'>
  rekey: Pick<Rekey, 'change'>
  trust: Trust
}

/** Enrolls this machine in place of any enrollment it has; its keys, and those it takes for its authority's. */
export const enrollRoutes = (deps: EnrollRouteDeps) =>
  new Elysia({ name: 'enroll', prefix: '/v1' })
    .use(identity)
    .put('/enrollment', async ({ body }) => answer(await deps.enrollments.enroll(body)), {
      body: EnrollHere,
      response: answers(200, EnrollmentStatus),
    })
    .post('/enrollment/keys', async () => answer(await deps.rekey.change()), {
      response: answers(200, Rekeyed),
    })
    .get('/enrollment/signing-keys', async () => answer(await deps.trust.offered()), {
      response: answers(200, SigningKeyChoice),
    })
    .put('/enrollment/signing-keys', async ({ body }) => answer(await deps.trust.take(body.kid)), {
      body: TrustedKey,
      response: answers(200, SigningKeyChoice),
    })
