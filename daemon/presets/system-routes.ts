import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { NewCredential } from '../../shared/wire/agent.ts'
import { NewSystem, System, SystemChange } from '../../shared/wire/preset.ts'
import { identity } from '../auth/identity.ts'
import type { Systems } from './systems.ts'

const one = Type.Object({ system: Type.String({ minLength: 1, maxLength: 64 }) })

/** Keys are written, never read, and under no idempotency key, whose record would keep a digest of them. */
export const systemRoutes = ({ systems }: { systems: Systems }) =>
  new Elysia({ name: 'systems', prefix: '/v1/systems' })
    .use(identity)
    .get('/', () => systems.list(), { response: answers(200, Type.Array(System)) })
    .post(
      '/',
      async ({ body, command }) => {
        const done = await systems.create(command(body, 201), body)
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewSystem, response: answers(201, System) },
    )
    .patch(
      '/:system',
      async ({ params, body, command }) => answer(await systems.change(command(body), params.system, body)),
      { params: one, body: SystemChange, response: answers(200, System) },
    )
    .delete(
      '/:system',
      async ({ params, command }) => answer(await systems.remove(command(null), params.system)),
      { params: one, response: answers(200, Type.Object({ deleted: Type.String() })) },
    )
    .put('/:system/key', ({ params, body }) => answer(systems.putKey(params.system, body.secret)), {
      params: one,
      body: NewCredential,
      response: answers(200, System),
    })
    .delete('/:system/key', ({ params }) => answer(systems.removeKey(params.system)), {
      params: one,
      response: answers(200, System),
    })
