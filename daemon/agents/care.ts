/** What a daemon does for its agents besides starting them, put together: keys, sign-ins, installations, offers. */
import type { Database } from 'bun:sqlite'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import { within } from '../../shared/within.ts'
import { createOnce } from '../commands/once.ts'
import { type Conversations, createConversations } from '../conversations/conversations.ts'
import { type Credentials, createCredentials } from '../credentials/credentials.ts'
import { renewRuns } from '../credentials/renew-runs.ts'
import { createSeal } from '../credentials/seal.ts'
import { createCredentialStore } from '../credentials/store.ts'
import { withSecrets } from '../credentials/with-secrets.ts'
import type { DaemonLimits } from '../limits.ts'
import { createLogins, type Logins } from '../login/logins.ts'
import { signOut } from '../login/logout.ts'
import type { LoginRouteDeps } from '../login/routes.ts'
import type { KeeperLink } from '../runs/keeper-link.ts'
import { createScratchRuns, type ScratchRuns } from '../runs/scratch.ts'
import type { Core } from '../sessions/core.ts'
import type { Agents } from './agents.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { createInstalls } from './install.ts'
import { createForAMoment } from './moment.ts'
import { createOffers } from './offer.ts'
import { ownSettingsWarnings } from './own-settings.ts'
import type { AgentRouteDeps } from './routes.ts'
import { createSignIns, type SignIns } from './sign-ins.ts'

export interface AgentCareDeps {
  agents: Agents
  core: Core
  db: Database
  home: string
  clock: Clock
  random: Random
  limits: DaemonLimits
  version: string
  /** Starts one where there is none; null: it could not be had. */
  keeper(): Promise<KeeperLink | null>
}

export interface AgentCare extends AgentRouteDeps, LoginRouteDeps {
  /** Its launches carry the stored keys, its list says everything. */
  agents: Agents
  credentials: Credentials
  scratch: ScratchRuns
  conversations: Conversations
  /** What the machine's status says of it. */
  status(): { agentsFile?: string }
  /** Ends what runs for a person who is about to lose it. */
  close(): void
}

export function createAgentCare(deps: AgentCareDeps): AgentCare {
  const { core, clock, limits } = deps
  const { starts } = core
  const scratch = createScratchRuns(deps)
  const onChange = (agent: string): void => {
    signIns.forget(agent)
    offers.forget(agent)
    deps.agents.forget()
  }
  const credentials = createCredentials({
    core,
    starts,
    store: createCredentialStore(deps.db),
    seal: createSeal(deps.home, deps.random),
    onChange,
  })
  const launching = withSecrets(deps.agents, credentials.secretsOf)
  const signIns: SignIns = createSignIns({
    agents: deps.agents,
    secretsOf: credentials.secretsOf,
    clock,
    limits,
  })
  const forAMoment = createForAMoment({ ...deps, agents: launching, starts, scratch })
  const offers = createOffers({ forAMoment, clock, limits })
  const installs = createInstalls({
    agents: deps.agents,
    clock,
    limits,
    onDone(agent) {
      starts.forget(agent)
      onChange(agent)
    },
  })
  const logins: Logins = createLogins({
    agents: deps.agents,
    clock,
    limits,
    async onOver(entry, finished) {
      // Whatever it says: one wrongly forgotten costs a start, one wrongly kept contradicts who just signed in.
      starts.forget(entry.id)
      onChange(entry.id)
      const signedIn = await signIns.ask(entry)
      if (finished && signedIn !== false) core.transact((work) => renewRuns(core, work, entry.id, 'sign_in'))
      return signedIn
    },
  })
  const facts = async (agent: Agent): Promise<Agent> => {
    const known = deps.agents.entry(agent.id)
    // The file it came from changed meanwhile.
    if (!known.ok) return agent
    return {
      ...agent,
      ...(await factsOf(known.value, deps, { signIns, credentials, installed: installs.installed })),
    }
  }
  const agents: Agents = {
    ...launching,
    list: async () => Promise.all((await deps.agents.list()).map(facts)),
  }
  return {
    agents,
    credentials,
    scratch,
    conversations: createConversations({ core, forAMoment }),
    offers,
    installs,
    logins,
    once: createOnce({ clock, most: limits.onceRemembered }),
    async recheck(agent): Promise<Result<Agent>> {
      const entry = deps.agents.entry(agent)
      if (!entry.ok) return entry
      starts.forget(agent)
      onChange(agent)
      // A person asked for it, so it is worth the whole wait.
      await signIns.ask(entry.value)
      const found = (await agents.list()).find((one) => one.id === agent)
      return found ? ok(found) : refuse('agent_not_found', 'there is no agent with this id')
    },
    signOut: (agent) =>
      signOut({ core, agents: deps.agents, credentials, logins, signIns, clock, limits, onChange }, agent),
    status() {
      const problem = deps.agents.problem()
      return problem === null ? {} : { agentsFile: problem }
    },
    close() {
      installs.close()
      logins.close()
    },
  }
}

interface FactSources {
  signIns: SignIns
  credentials: Credentials
  installed(agent: string): string | null
}

async function factsOf(
  entry: CatalogueEntry,
  { agents, core, clock, limits }: AgentCareDeps,
  { signIns, credentials, installed }: FactSources,
): Promise<Partial<Agent>> {
  const { signIn } = entry
  const [signedIn, program, warnings] = await Promise.all([
    within(clock, limits.signInWaitMs, signIns.ask(entry)),
    agents.signInProgram(entry),
    ownSettingsWarnings(entry.id, agents.environment(entry), { clock, limits }),
  ])
  const canRun = program !== null
  return {
    signedIn,
    startRefused: core.starts.lastRefused(entry.id),
    signIn: signIn && {
      program: canRun,
      readsInput: signIn.login.readsInput,
      canTell: canRun && signIn.status !== null,
      canSignOut: canRun && signIn.logout !== null,
    },
    credentials: credentials.list(entry),
    installable: entry.install.kind === 'npm',
    installed: installed(entry.id),
    warnings,
  }
}
