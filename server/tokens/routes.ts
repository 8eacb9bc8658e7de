import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { TokenRequest, Tokens } from '../../shared/wire/machine.ts'
import { calling } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { MintTokens } from './tokens.ts'

export const tokenRoutes = ({ mintTokens, rates }: { mintTokens: MintTokens; rates: Rates }) =>
  new Elysia({ name: 'tokens', prefix: '/v1' }).use(calling).post(
    '/tokens',
    ({ who, body }) => {
      const allowed = rates('tokens', who.user.id)
      return allowed.ok ? answer(mintTokens(who, body.machines)) : refusal(allowed.error)
    },
    { body: TokenRequest, response: answers(200, Tokens) },
  )
