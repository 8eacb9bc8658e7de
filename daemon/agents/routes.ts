import { Elysia, status } from 'elysia'
import type { Result } from '../../shared/errors.ts'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Agent, AgentCapabilities, AgentInstall } from '../../shared/wire/agent.ts'
import { identity } from '../auth/identity.ts'
import type { Once } from '../commands/once.ts'
import type { Agents } from './agents.ts'
import type { Installs } from './install.ts'
import type { Offers } from './offer.ts'

export interface AgentRouteDeps {
  agents: Pick<Agents, 'list'>
  offers: Pick<Offers, 'read'>
  installs: Pick<Installs, 'start' | 'state'>
  recheck(agent: string): Promise<Result<Agent>>
  once: Once
}

const one = Type.Object({ agent: Type.String({ minLength: 1, maxLength: 64 }) })

/** What this machine can run, and what it takes to run it. */
export const agentRoutes = ({ agents, offers, installs, once, recheck }: AgentRouteDeps) =>
  new Elysia({ name: 'agents', prefix: '/v1/agents' })
    .use(identity)
    .get('/', () => agents.list(), { response: answers(200, Type.Array(Agent)) })
    .post(
      '/:agent/recheck',
      async ({ params, command }) => answer(await once(command(null), () => recheck(params.agent))),
      { params: one, response: answers(200, Agent) },
    )
    .get(
      '/:agent/capabilities',
      async ({ params, query }) => answer(await offers.read(params.agent, query.cwd ?? null)),
      {
        params: one,
        query: Type.Object({ cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })) }),
        response: answers(200, AgentCapabilities),
      },
    )
    .post(
      '/:agent/install',
      async ({ params, command }) => {
        const begun = await once(command(null, 202), () => installs.start(params.agent))
        return begun.ok ? status(202, begun.value) : refusal(begun.error)
      },
      { params: one, response: answers(202, AgentInstall) },
    )
    .get('/:agent/install', ({ params }) => answer(installs.state(params.agent)), {
      params: one,
      response: answers(200, AgentInstall),
    })
