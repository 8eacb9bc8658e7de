import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { SignIns as SignInList } from '../../shared/wire/account.ts'
import { signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { SignIns } from './sign-ins.ts'

const Ended = Type.Object({ ended: Type.Integer() })

/** Where somebody is signed in, and ending what they no longer want. */
export const signInRoutes = ({ signIns, rates }: { signIns: SignIns; rates: Rates }) =>
  new Elysia({ name: 'sign-ins', prefix: '/v1/sign-ins' })
    .use(signedIn)
    .get('/', ({ who }) => ({ signIns: signIns.list(who) }), { response: answers(200, SignInList) })
    .delete(
      '/',
      ({ who }) => {
        const allowed = rates('sign_ins', who.user.id)
        return allowed.ok ? { ended: signIns.endOthers(who) } : refusal(allowed.error)
      },
      { response: answers(200, Ended) },
    )
    .delete(
      '/:signIn',
      ({ who, params }) => {
        const allowed = rates('sign_ins', who.user.id)
        return answer(allowed.ok ? signIns.endOne(who, params.signIn) : allowed)
      },
      { params: Type.Object({ signIn: Type.String({ maxLength: 64 }) }), response: answers(200, Ended) },
    )
