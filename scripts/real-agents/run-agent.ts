/** All wanted scenarios with one agent, one after the other, against one stub. */
import { markedProcesses } from '../../shared/testing/processes.ts'
import { startStubModel } from '../stub-model/stub-model.ts'
import { startAgentDaemon } from './agent-daemon.ts'
import { endProcesses, MARK } from './agent-processes.ts'
import { realAgentLimits } from './limits.ts'
import { makePlace, type Place } from './place.ts'
import type { Installed, RealAgent } from './real-agent.ts'
import { type Ran, runScenario } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'

export interface AgentRun {
  agent: RealAgent
  installed: Installed
  scenarios: readonly Scenario[]
  /** PATH of whoever runs this. */
  path: string
  /** The folders stay, for a look at them. */
  keep: boolean
  /** Told of each cell as it is known. */
  onRan(scenario: Scenario, ran: Ran): void
}

/** Where its folders are, or were. */
export async function runAgent(run: AgentRun): Promise<string> {
  const { agent, installed, scenarios, path } = run
  const stub = startStubModel()
  const place = await makePlace({ agent, installed, stub: stub.url, path })
  const { scenariosAHome } = realAgentLimits
  try {
    for (let from = 0; from < scenarios.length; from += scenariosAHome) {
      const some = scenarios.slice(from, from + scenariosAHome)
      await runSome(run, some, { place, stub, home: place.daemonHome(from / scenariosAHome) })
    }
  } finally {
    await stub.stop()
    // The keeper of a daemon that would not end, and what it holds.
    endProcesses(markedProcesses(MARK, place.mark))
    if (!run.keep) await place.remove()
  }
  return place.root
}

async function runSome(
  { agent, onRan }: AgentRun,
  scenarios: readonly Scenario[],
  world: { place: Place; stub: ReturnType<typeof startStubModel>; home: string },
): Promise<void> {
  const { place, stub, home } = world
  const daemon = await startAgentDaemon(place, home)
  try {
    for (const scenario of scenarios) {
      onRan(scenario, await runScenario(scenario, { agent, daemon, stub, place }))
    }
  } finally {
    await daemon.end()
  }
}
