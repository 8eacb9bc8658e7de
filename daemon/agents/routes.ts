import { Elysia } from 'elysia'
import { Type } from '../../shared/typebox.ts'
import { Agent } from '../../shared/wire/agent.ts'
import type { Agents } from './agents.ts'

export const agentRoutes = (deps: { agents: Agents }) =>
  new Elysia({ name: 'agents' }).get('/v1/agents', () => deps.agents.list(), {
    response: { 200: Type.Array(Agent) },
  })
