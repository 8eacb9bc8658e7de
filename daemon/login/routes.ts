import { Elysia, status } from 'elysia'
import type { Result } from '../../shared/errors.ts'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Login, LoginInput, Logout } from '../../shared/wire/login.ts'
import { identity } from '../auth/identity.ts'
import type { Once } from '../commands/once.ts'
import type { Logins } from './logins.ts'

const one = Type.Object({ agent: Type.String({ minLength: 1, maxLength: 64 }) })

export interface LoginRouteDeps {
  once: Once
  logins: Logins
  signOut(agent: string): Promise<Result<Logout>>
}

/** Signing in to an agent in its own program, and out again. */
export const loginRoutes = ({ logins, once, signOut }: LoginRouteDeps) =>
  new Elysia({ name: 'login', prefix: '/v1/agents' })
    .use(identity)
    .post(
      '/:agent/login',
      async ({ params, command }) => {
        const login = await once(command(null, 201), () => logins.start(params.agent))
        return login.ok ? status(201, login.value) : refusal(login.error)
      },
      { params: one, response: answers(201, Login) },
    )
    .get('/:agent/login', ({ params }) => answer(logins.state(params.agent)), {
      params: one,
      response: answers(200, Login),
    })
    .post(
      '/:agent/login/input',
      async ({ params, body, command }) =>
        answer(await once(command(body), () => logins.input(params.agent, body.text))),
      { params: one, body: LoginInput, response: answers(200, Login) },
    )
    .delete(
      '/:agent/login',
      async ({ params, command }) => answer(await once(command(null), () => logins.cancel(params.agent))),
      { params: one, response: answers(200, Login) },
    )
    .post(
      '/:agent/logout',
      async ({ params, command }) => answer(await once(command(null), () => signOut(params.agent))),
      { params: one, response: answers(200, Logout) },
    )
