/** Whether a run of the suite ends with real agents, with which, and if not, why not. */
import { type AgentsHere, chooseAgents, INSTALL_COMMAND } from '../real-agents/choose-agents.ts'
import type { RealAgentId } from '../real-agents/real-agent.ts'
import type { AgentsOption } from './options.ts'

export type AgentsPlan =
  | {
      kind: 'run'
      /** Of those that run, the ones that have to be installed first. */
      install: RealAgentId[]
      run: RealAgentId[]
      /** Whether no agent is left out. */
      whole: boolean
      /** A line for each of the others. */
      skipped: string[]
    }
  | { kind: 'skip'; reason: string }
  /** Somebody asked for agents, and none can be run. */
  | { kind: 'refused'; reason: string }

/** `ciAgents`: whether CI_AGENTS asks for the installation. */
export function planAgents(asked: AgentsOption, ciAgents: boolean, here: AgentsHere): AgentsPlan {
  if (asked.kind === 'no') return { kind: 'skip', reason: 'nobody asked for them' }
  const named = asked.kind === 'yes' ? asked.named : []
  const install = asked.kind === 'yes' || ciAgents
  const choices = chooseAgents({ named, install }, here)
  const running = choices.filter((choice) => choice.kind === 'run')
  const skipped = choices.flatMap((choice) =>
    choice.kind === 'skip' ? [`${choice.agent.id}: skipped: ${choice.reason}`] : [],
  )
  if (running.length > 0) {
    return {
      kind: 'run',
      install: running.filter(({ installFirst }) => installFirst).map(({ agent }) => agent.id),
      run: running.map(({ agent }) => agent.id),
      whole: skipped.length === 0,
      skipped,
    }
  }
  if (asked.kind === 'yes' || ciAgents) return { kind: 'refused', reason: skipped.join('\n') }
  return {
    kind: 'skip',
    reason: `none is installed for ${here.platform} (${INSTALL_COMMAND}), and CI_AGENTS is not 1`,
  }
}
