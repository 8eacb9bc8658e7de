import { Elysia } from 'elysia'
import { ok } from '../../shared/errors.ts'
import { answer, answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { AgentCredential, NewCredential } from '../../shared/wire/agent.ts'
import type { Agents } from '../agents/agents.ts'
import { identity } from '../auth/identity.ts'
import type { Credentials } from './credentials.ts'

const one = Type.Object({ agent: Type.String({ minLength: 1, maxLength: 64 }) })
const withVariable = Type.Object({
  ...one.properties,
  variable: Type.String({ minLength: 1, maxLength: 128 }),
})

/**
 * Keys of agents: written, never read. Setting what is set and removing what is not there change nothing, so these need
 * no idempotency key (whose record would keep a digest of the key).
 */
export const credentialRoutes = (deps: { agents: Agents; credentials: Credentials }) =>
  new Elysia({ name: 'credentials', prefix: '/v1/agents' })
    .use(identity)
    .get(
      '/:agent/credentials',
      ({ params }) => {
        const entry = deps.agents.entry(params.agent)
        return answer(entry.ok ? ok(deps.credentials.list(entry.value)) : entry)
      },
      { params: one, response: answers(200, Type.Array(AgentCredential)) },
    )
    .put(
      '/:agent/credentials/:variable',
      ({ params, body }) => {
        const entry = deps.agents.entry(params.agent)
        return answer(entry.ok ? deps.credentials.put(entry.value, params.variable, body.secret) : entry)
      },
      { params: withVariable, body: NewCredential, response: answers(200, AgentCredential) },
    )
    .delete(
      '/:agent/credentials/:variable',
      ({ params }) => {
        const entry = deps.agents.entry(params.agent)
        return answer(entry.ok ? deps.credentials.remove(entry.value, params.variable) : entry)
      },
      { params: withVariable, response: answers(200, AgentCredential) },
    )
