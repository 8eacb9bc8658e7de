import { Elysia } from 'elysia'
import { answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Agent } from '../../shared/wire/agent.ts'
import { identity } from '../auth/identity.ts'
import type { Agents } from './agents.ts'

/** What this machine can run. */
export const agentRoutes = (deps: { agents: Agents }) =>
  new Elysia({ name: 'agents' })
    .use(identity)
    .get('/v1/agents', () => deps.agents.list(), { response: answers(200, Type.Array(Agent)) })
