/** Which of the real agents are driven, and why the others are not. */
import { realAgents } from './agents.ts'
import type { RealAgent, RealAgentId } from './real-agent.ts'

export interface AgentsAsked {
  /** Ids; empty: all of them. */
  named: readonly string[]
  /** Whether what is missing is installed first. */
  install: boolean
}

export interface AgentsHere {
  installed: ReadonlySet<RealAgentId>
  /** Of this machine, as `linux-x64`. */
  platform: string
}

export type Choice =
  | { kind: 'run'; agent: RealAgent; installFirst: boolean }
  | { kind: 'skip'; agent: RealAgent; reason: string }

export const INSTALL_COMMAND = 'bun scripts/real-agents/install.ts'

/** One choice for each agent, in their order. */
export const chooseAgents = (asked: AgentsAsked, here: AgentsHere): Choice[] =>
  realAgents.map((agent): Choice => {
    const reason = whyNot(agent, asked, here)
    if (reason !== null) return { kind: 'skip', agent, reason }
    return { kind: 'run', agent, installFirst: !here.installed.has(agent.id) }
  })

/** The first name that is no agent's. */
export const unknownName = (names: readonly string[]): string | undefined =>
  names.find((name) => !realAgents.some(({ id }) => id === name))

function whyNot({ id, platforms }: RealAgent, asked: AgentsAsked, here: AgentsHere): string | null {
  if (asked.named.length > 0 && !asked.named.includes(id)) return 'others were named'
  if (!platforms.includes(here.platform)) {
    return `its lockfile has no build for ${here.platform}, only for ${platforms.join(' and ')}`
  }
  if (!here.installed.has(id) && !asked.install) return `not installed: ${INSTALL_COMMAND} ${id}`
  return null
}
