import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { AdminMachines as AdminMachineList, Adopted, Adoption } from '../../shared/wire/admin.ts'
import { EnrollmentCode } from '../../shared/wire/machine.ts'
import { administering } from '../auth/identity.ts'
import type { AdminMachines } from '../machines/admin-machines.ts'
import type { MayChange } from './may-change.ts'

const one = Type.Object({ machine: Type.String({ minLength: 1, maxLength: 64 }) })

export const adminMachineRoutes = (deps: { adminMachines: AdminMachines; mayChange: MayChange }) => {
  const { adminMachines, mayChange } = deps
  return new Elysia({ name: 'admin-machines', prefix: '/v1/admin/machines' })
    .use(administering)
    .get('/', () => ({ machines: adminMachines.list() }), { response: answers(200, AdminMachineList) })
    .post(
      '/:machine/adoption',
      ({ who, params, body }) => {
        const may = mayChange(who)
        return answer(may.ok ? adminMachines.adopt(who, params.machine, body.owner) : may)
      },
      { params: one, body: Adoption, response: answers(200, Adopted) },
    )
    .post(
      '/:machine/code',
      ({ who, params }) => {
        const may = mayChange(who)
        const done = may.ok ? adminMachines.mintCode(who, params.machine) : may
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { params: one, response: answers(201, EnrollmentCode) },
    )
    .delete(
      '/:machine',
      ({ who, params }) => {
        const may = mayChange(who)
        return answer(may.ok ? adminMachines.revoke(who, params.machine) : may)
      },
      { params: one, response: answers(200, Type.Object({ revoked: Type.String() })) },
    )
}
