import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import {
  AdminUser,
  AdminUsers as AdminUserList,
  Invited,
  NewUser,
  UserChange,
  UserDeleted,
} from '../../shared/wire/admin.ts'
import { administering } from '../auth/identity.ts'
import type { MayChange } from './may-change.ts'
import type { AdminUsers } from './users.ts'

const one = Type.Object({ user: Type.String({ minLength: 1, maxLength: 64 }) })

export const adminUserRoutes = (deps: { adminUsers: AdminUsers; mayChange: MayChange }) => {
  const { adminUsers: users, mayChange } = deps
  return new Elysia({ name: 'admin-users', prefix: '/v1/admin/users' })
    .use(administering)
    .get('/', () => ({ users: users.list() }), { response: answers(200, AdminUserList) })
    .post(
      '/',
      ({ who, body }) => {
        const may = mayChange(who)
        const done = may.ok ? users.make(who, body) : may
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewUser, response: answers(201, Invited) },
    )
    .patch(
      '/:user',
      ({ who, params, body }) => {
        const may = mayChange(who)
        return answer(may.ok ? users.change(who, params.user, body) : may)
      },
      { params: one, body: UserChange, response: answers(200, AdminUser) },
    )
    .delete(
      '/:user',
      ({ who, params }) => {
        const may = mayChange(who)
        return answer(may.ok ? users.delete(who, params.user) : may)
      },
      { params: one, response: answers(200, UserDeleted) },
    )
    .post(
      '/:user/invite',
      ({ who, params }) => {
        const may = mayChange(who)
        return answer(may.ok ? users.invite(who, params.user) : may)
      },
      { params: one, response: answers(200, Invited) },
    )
}
