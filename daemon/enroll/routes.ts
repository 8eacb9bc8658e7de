import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { EnrollHere } from '../../shared/wire/lock.ts'
import { EnrollmentStatus } from '../../shared/wire/status.ts'
import { identity } from '../auth/identity.ts'
import type { Enrollments } from './enrollment.ts'

/** Enrolls this machine, in place of any enrollment it has. */
export const enrollRoutes = (deps: { enrollments: Pick<Enrollments, 'enroll'> }) =>
  new Elysia({ name: 'enroll', prefix: '/v1' })
    .use(identity)
    .put('/enrollment', async ({ body }) => answer(await deps.enrollments.enroll(body)), {
      body: EnrollHere,
      response: answers(200, EnrollmentStatus),
    })
