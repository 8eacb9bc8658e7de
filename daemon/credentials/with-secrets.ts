import { ok } from '../../shared/errors.ts'
import type { Agents } from '../agents/agents.ts'
import type { Credentials } from './credentials.ts'

/** The agents with what is stored for them: a launch carries their keys, which win over everything. */
export const withSecrets = (agents: Agents, secretsOf: Credentials['secretsOf']): Agents => ({
  ...agents,
  async launch(id) {
    const launch = await agents.launch(id)
    if (!launch.ok) return launch
    const { env, entry } = launch.value
    return ok({ ...launch.value, env: { ...env, ...secretsOf(entry) } })
  },
})
