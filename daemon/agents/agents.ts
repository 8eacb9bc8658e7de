import { join } from 'node:path'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import type { DaemonLimits } from '../limits.ts'
import { createAgentsFile } from './agents-file.ts'
import { type CatalogueEntry, catalogue } from './catalogue.ts'
import { agentEnvironment } from './environment.ts'
import { findProgram, type Located, locateAgent } from './find.ts'
import { installedModules } from './install-place.ts'
import type { SignIn } from './sign-in.ts'

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
  limits: Pick<DaemonLimits, 'agentsCacheMs' | 'fileCallMs' | 'agentsFileBytes' | 'agentsFileEntries'>
  /** Told once for each state of `agents.toml` that cannot be used. */
  onProblem?: (line: string) => void
}

/** Everything the keeper needs to start a run; `argv[0]` is an absolute path. */
export interface Launch {
  argv: string[]
  env: Record<string, string>
  askingMode: string | null
  entry: CatalogueEntry
}

export interface SignInProgram {
  path: string
  signIn: SignIn
}

export interface Agents {
  /** The catalogue as this machine sees it, at most `agentsCacheMs` old. */
  list(): Promise<Agent[]>
  entry(id: string): Result<CatalogueEntry>
  /** The program that signs in to the agent; null: there is none here, or none is known. */
  signInProgram(entry: CatalogueEntry): Promise<SignInProgram | null>
  /** What a program of the entry starts with, keys left out. */
  environment(entry: CatalogueEntry): Record<string, string>
  /** The next list looks again. */
  forget(): void
  /** Why `agents.toml` is not used; null: it is, or there is none. */
  problem(): string | null
  /** Where agents are installed, and the Bun that installs them. */
  readonly place: Readonly<Pick<AgentsDeps, 'home' | 'bunPath'>>
  /** Looks for the program again. Refuses with `agent_not_found` or `agent_missing` (how to install it). */
  launch(id: string): Promise<Result<Launch>>
}

export function createAgents(deps: AgentsDeps): Agents {
  const shipped = catalogue(deps)
  const file = createAgentsFile(deps.home, deps.limits, deps.onProblem ?? (() => {}))
  // Looked at now, so that a broken one is said at the start.
  file.problem()
  const path = deps.inherited.PATH ?? ''
  let cached: { at: number; agents: Promise<Agent[]> } | null = null

  const locate = (entry: CatalogueEntry): Promise<Located> =>
    locateAgent(entry, {
      clock: deps.clock,
      limits: deps.limits,
      path,
      installed: join(installedModules(deps.home, entry.id), '.bin'),
      command: deps.agentCommands[entry.id],
    })

  const entryOf = (id: string): Result<CatalogueEntry> => {
    const entry = file.over(shipped).find((candidate) => candidate.id === id)
    return entry ? ok(entry) : refuse('agent_not_found', 'There is no agent with this id.')
  }

  return {
    place: { home: deps.home, bunPath: deps.bunPath },
    entry: entryOf,
    problem: file.problem,
    environment: (entry) => agentEnvironment(deps.inherited, entry, {}),
    forget() {
      cached = null
    },
    async signInProgram(entry) {
      const { signIn } = entry
      if (!signIn) return null
      const named = signIn.programVariable === null ? undefined : deps.inherited[signIn.programVariable]
      // Another copy keeps its sign-in elsewhere: what the agent uses is what is asked.
      const bundled = signIn.bundled && join(installedModules(deps.home, entry.id), signIn.bundled)
      const found =
        (await findProgram(named || signIn.program, path, deps)) ??
        (bundled && !named ? await findProgram(bundled, '', deps) : null)
      return found ? { path: found, signIn } : null
    },
    list() {
      const now = deps.clock.now()
      // The promise is kept, not its value: two callers at once look once.
      const age = cached === null ? -1 : now - cached.at
      // Below zero there is nothing yet, or the clock was set back.
      if (cached === null || age < 0 || age >= deps.limits.agentsCacheMs) {
        const entries = file.over(shipped)
        const agents = Promise.all(entries.map(async (entry) => describe(entry, await locate(entry))))
        cached = { at: now, agents }
      }
      return cached.agents
    },

    async launch(id) {
      const known = entryOf(id)
      if (!known.ok) return known
      const entry = known.value
      const located = await locate(entry)
      if (located.kind === 'missing') return refuse('agent_missing', located.install)
      // Stored keys join in `with-secrets.ts`.
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
