import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { ApiKeys as ApiKeyList, MadeApiKey, NewApiKey } from '../../shared/wire/account.ts'
import { signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { ApiKeys } from './keys.ts'

/** For people only: a key makes, sees and revokes none. */
export const keyRoutes = ({ apiKeys, rates }: { apiKeys: ApiKeys; rates: Rates }) =>
  new Elysia({ name: 'keys', prefix: '/v1/keys' })
    .use(signedIn)
    .get('/', ({ who }) => ({ keys: apiKeys.list(who) }), { response: answers(200, ApiKeyList) })
    .post(
      '/',
      ({ who, body }) => {
        const allowed = rates('keys', who.user.id)
        const made = allowed.ok ? apiKeys.make(who, body) : allowed
        return made.ok ? status(201, made.value) : refusal(made.error)
      },
      { body: NewApiKey, response: answers(201, MadeApiKey) },
    )
    .delete(
      '/:key',
      ({ who, params }) => {
        const allowed = rates('keys', who.user.id)
        return answer(allowed.ok ? apiKeys.revoke(who, params.key) : allowed)
      },
      {
        params: Type.Object({ key: Type.String({ maxLength: 64 }) }),
        response: answers(200, Type.Object({ revoked: Type.String() })),
      },
    )
