import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { Enroll, Enrolled } from '../../shared/wire/machine.ts'
import { visiting } from '../auth/identity.ts'
import type { Enrollment } from './enrollment.ts'

/** A daemon's one request: the code is all that it has to show. */
export const enrollmentRoutes = ({ enrollment }: { enrollment: Pick<Enrollment, 'enroll'> }) =>
  new Elysia({ name: 'enrollment', prefix: '/v1' })
    .use(visiting)
    .post('/enroll', ({ visitor, body }) => answer(enrollment.enroll(body, visitor.address)), {
      body: Enroll,
      response: answers(200, Enrolled),
    })
