import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import type { DaemonLimits } from '../limits.ts'
import { type CatalogueEntry, catalogue } from './catalogue.ts'
import { agentEnvironment } from './environment.ts'
import { type Located, locateAgent } from './find.ts'

export interface AgentsDeps {
  /** The daemon's own environment, whole. */
  inherited: Readonly<Record<string, string | undefined>>
  /** `config.agentCommands`: words that replace an agent's command line, by agent id. */
  agentCommands: Readonly<Record<string, readonly string[]>>
  /** Absolute paths: the daemon's home, the Bun that runs the demo agent, the demo agent's main file. */
  home: string
  bunPath: string
  demoMain: string
  clock: Clock
  limits: Pick<DaemonLimits, 'agentsCacheMs' | 'fileCallMs'>
}

/** Everything the keeper needs to start a run; `argv[0]` is an absolute path. */
export interface Launch {
  argv: string[]
  env: Record<string, string>
  askingMode: string | null
  entry: CatalogueEntry
}

export interface Agents {
  /** The catalogue as this machine sees it, at most `agentsCacheMs` old. */
  list(): Promise<Agent[]>
  /** Looks for the program again. Refuses with `agent_not_found` or `agent_missing` (how to install it). */
  launch(id: string): Promise<Result<Launch>>
}

export function createAgents(deps: AgentsDeps): Agents {
  const entries = catalogue(deps)
  let cached: { at: number; agents: Promise<Agent[]> } | null = null

  const locate = (entry: CatalogueEntry): Promise<Located> =>
    locateAgent(entry, {
      clock: deps.clock,
      limits: deps.limits,
      path: deps.inherited.PATH ?? '',
      command: deps.agentCommands[entry.id],
    })

  return {
    list() {
      const now = deps.clock.now()
      // The promise is kept, not its value: two callers at once look once.
      const age = cached === null ? -1 : now - cached.at
      // Below zero there is nothing yet, or the clock was set back.
      if (cached === null || age < 0 || age >= deps.limits.agentsCacheMs) {
        const agents = Promise.all(entries.map(async (entry) => describe(entry, await locate(entry))))
        cached = { at: now, agents }
      }
      return cached.agents
    },

    async launch(id) {
      const entry = entries.find((candidate) => candidate.id === id)
      if (entry === undefined) return refuse('agent_not_found', 'There is no agent with this id.')
      const located = await locate(entry)
      if (located.kind === 'missing') return refuse('agent_missing', located.install)
      // Credentials join here once they are stored; until then an agent has what the daemon has.
      const env = agentEnvironment(deps.inherited, entry, {})
      return ok({ argv: located.argv, env, askingMode: entry.askingMode, entry })
    },
  }
}

function describe(entry: CatalogueEntry, located: Located): Agent {
  const found = located.kind === 'found'
  return {
    id: entry.id,
    name: entry.name,
    found,
    program: found ? located.program : null,
    signedIn: null,
    mode: entry.askingMode,
    install: found ? null : located.install,
    notes: [...entry.notes],
  }
}
