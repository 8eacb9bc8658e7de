/** One scenario with one agent, and afterwards nothing of the agent left. */

import type { StubModel } from '../stub-model/stub-model.ts'
import type { AgentDaemon } from './agent-daemon.ts'
import { agentProcesses, endProcesses } from './agent-processes.ts'
import { realAgentLimits } from './limits.ts'
import type { Place } from './place.ts'
import type { RealAgent } from './real-agent.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { openStage } from './stage.ts'
import { waitUntil } from './wait-until.ts'

export type Ran = Outcome | { kind: 'failed'; words: string }

export async function runScenario(
  scenario: Scenario,
  parts: { agent: RealAgent; daemon: AgentDaemon; stub: StubModel; place: Place },
): Promise<Ran> {
  const stage = openStage(parts)
  const ran = await wordsOf(() => scenario.run(stage))
  const closed = await wordsOf(async () => {
    await parts.daemon.start()
    await stage.close()
    await nothingLeft(parts.place.mark)
  })
  return closed?.kind === 'failed' && ran.kind !== 'failed' ? closed : ran
}

/** A step that fails is what this tells; whatever it is that failed. */
export async function wordsOf<T>(step: () => Promise<T>): Promise<T | { kind: 'failed'; words: string }> {
  try {
    return await step()
  } catch (error) {
    return { kind: 'failed', words: error instanceof Error ? error.message : String(error) }
  }
}

export async function nothingLeft(mark: string): Promise<void> {
  try {
    await waitUntil(
      'its processes to be gone',
      realAgentLimits.goneMs,
      () => agentProcesses(mark).length === 0,
    )
  } catch (cause) {
    const left = agentProcesses(mark)
    // The next scenario begins with none.
    endProcesses(left)
    throw new Error(`left running: ${left.map(({ command }) => command).join(' · ')}`, { cause })
  }
}
