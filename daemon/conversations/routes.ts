import { Elysia } from 'elysia'
import { ok } from '../../shared/errors.ts'
import { answer, answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Adoption, ConversationPage } from '../../shared/wire/conversation.ts'
import { Session } from '../../shared/wire/session.ts'
import { identity } from '../auth/identity.ts'
import { daemonLimits } from '../limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Conversations } from './conversations.ts'
import { FIRST, readPlace } from './place.ts'

const agent = Type.String({ minLength: 1, maxLength: 64 })
const one = Type.Object({
  agent,
  conversation: Type.String({ minLength: 1, maxLength: daemonLimits.conversationIdChars }),
})
const query = Type.Object({
  cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: daemonLimits.conversationCursorChars + 16 })),
})

/** What an agent remembers by itself, and how it becomes a session. */
export const conversationRoutes = (deps: {
  conversations: Conversations
  sessions: Pick<Sessions, 'adopt'>
}) =>
  new Elysia({ name: 'conversations', prefix: '/v1/agents' })
    .use(identity)
    .get(
      '/:agent/conversations',
      async ({ params, query }) => {
        const place = query.cursor === undefined ? ok(FIRST) : readPlace(query.cursor)
        return answer(
          place.ok ? await deps.conversations.list(params.agent, query.cwd ?? null, place.value) : place,
        )
      },
      { params: Type.Object({ agent }), query, response: answers(200, ConversationPage) },
    )
    .post(
      '/:agent/conversations/:conversation/adopt',
      async ({ params, body, command }) =>
        answer(await deps.sessions.adopt(command(body), { ...params, ...body })),
      { params: one, body: Adoption, response: answers(200, Session) },
    )
