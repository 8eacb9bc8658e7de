import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { AskAnswer } from '../../shared/wire/ask.ts'
import { ControlChange } from '../../shared/wire/control.ts'
import {
  CancelOutcome,
  NewPrompt,
  NewSession,
  PromptLanded,
  Session,
  SessionChange,
} from '../../shared/wire/session.ts'
import { identity } from '../auth/identity.ts'
import { daemonLimits } from '../limits.ts'
import type { Sessions } from './sessions.ts'

const one = Type.Object({ session: Type.String({ minLength: 1, maxLength: 64 }) })
const withControl = Type.Object({ ...one.properties, control: Type.String({ minLength: 1, maxLength: 200 }) })
const withTask = Type.Object({
  ...one.properties,
  task: Type.String({ minLength: 1, maxLength: daemonLimits.taskIdChars }),
})
const withSeq = Type.Object({ ...one.properties, seq: Type.String({ pattern: '^[1-9]\\d{0,11}$' }) })
const withAsk = Type.Object({ ...one.properties, ask: Type.String({ minLength: 1, maxLength: 64 }) })

export const sessionRoutes = (deps: { sessions: Sessions }) => {
  const { sessions } = deps
  return new Elysia({ name: 'sessions', prefix: '/v1/sessions' })
    .use(identity)
    .get('/', () => sessions.list(), { response: answers(200, Type.Array(Session)) })
    .post(
      '/',
      async ({ command, body }) => {
        const done = await sessions.create(command(body, 201), body)
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewSession, response: answers(201, Session) },
    )
    .get('/:session', ({ params }) => answer(sessions.get(params.session)), {
      params: one,
      response: answers(200, Session),
    })
    .patch(
      '/:session',
      async ({ params, body, command }) => answer(await sessions.change(command(body), params.session, body)),
      { params: one, body: SessionChange, response: answers(200, Session) },
    )
    .delete(
      '/:session',
      async ({ params, command }) => answer(await sessions.remove(command(null), params.session)),
      { params: one, response: answers(200, Type.Object({ deleted: Type.String() })) },
    )
    .post(
      '/:session/prompt',
      async ({ params, body, command }) => {
        const done = await sessions.prompt(command(body, 202), params.session, body.text)
        return done.ok ? status(202, done.value) : refusal(done.error)
      },
      { params: one, body: NewPrompt, response: answers(202, PromptLanded) },
    )
    .delete(
      '/:session/queue/:seq',
      async ({ params, command }) =>
        answer(await sessions.takeBack(command(null), params.session, Number(params.seq))),
      { params: withSeq, response: answers(200, Type.Object({ seq: Type.Integer() })) },
    )
    .post(
      '/:session/cancel',
      async ({ params, command, by }) => answer(await sessions.cancel(command(null), params.session, by)),
      { params: one, response: answers(200, CancelOutcome) },
    )
    .post(
      '/:session/stop',
      async ({ params, command }) => answer(await sessions.stop(command(null), params.session)),
      { params: one, response: answers(200, Session) },
    )
    .post(
      '/:session/park',
      async ({ params, command }) => answer(await sessions.park(command(null), params.session)),
      { params: one, response: answers(200, Session) },
    )
    .post(
      '/:session/resume',
      async ({ params, command }) => answer(await sessions.resume(command(null), params.session)),
      { params: one, response: answers(200, Session) },
    )
    .post(
      '/:session/clear',
      async ({ params, command }) => answer(await sessions.clear(command(null), params.session)),
      { params: one, response: answers(200, Session) },
    )
    .post(
      '/:session/tasks/:task/stop',
      async ({ params, command }) =>
        answer(await sessions.stopTask(command(null), params.session, params.task)),
      { params: withTask, response: answers(200, Session) },
    )
    .post(
      '/:session/controls/:control',
      async ({ params, body, command }) =>
        answer(await sessions.setControl(command(body), params.session, params.control, body.value)),
      { params: withControl, body: ControlChange, response: answers(200, Session) },
    )
    .post(
      '/:session/asks/:ask/answer',
      async ({ params, body, command, by }) =>
        answer(await sessions.answer(command(body), params.session, params.ask, body, by)),
      {
        params: withAsk,
        body: AskAnswer,
        response: answers(200, Type.Object({ ask: Type.String(), outcome: Type.String() })),
      },
    )
}
