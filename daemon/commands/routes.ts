import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors.ts'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { COMMAND_KEY_CHARS } from '../../shared/limits.ts'
import { Type } from '../../shared/typebox.ts'
import { CommandOutcome } from '../../shared/wire/envelope.ts'
import { identity } from '../auth/identity.ts'
import { subjectOf } from '../auth/principal.ts'
import type { CommandStore } from './store.ts'

/** What became of a command, for whoever did not hear the answer. Only its own subject is told. */
export const commandRoutes = (deps: { store: CommandStore }) =>
  new Elysia({ name: 'commands', prefix: '/v1/commands' }).use(identity).get(
    '/:key',
    ({ params, principal }) => {
      const stored = deps.store.find(subjectOf(principal), params.key)
      if (!stored) return refusal(new AppError('command_not_found', 'nothing was applied under this key'))
      const { key, route, at, status, body } = stored
      return answer({ ok: true, value: { key, route, at, status, body } })
    },
    {
      params: Type.Object({ key: Type.String({ minLength: 1, maxLength: COMMAND_KEY_CHARS }) }),
      response: answers(200, CommandOutcome),
    },
  )
