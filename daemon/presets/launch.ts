/** What a preset adds to the launch of an agent: where its system is, with the key, by the agent's own variables. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Preset } from '../../shared/wire/preset.ts'
import type { Launch } from '../agents/agents.ts'
import type { SystemVariables } from '../agents/systems.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { demote, heldPreset, met, refuseStart } from './held.ts'
import { addressOf, systemKinds } from './kinds.ts'
import type { SystemRow } from './store.ts'

type Environment = Record<string, string>

/** The environment to start with. Refused where a first start cannot be as its preset says. */
export function routeLaunch(
  core: Core,
  work: Work,
  session: SessionRow,
  launch: Pick<Launch, 'env' | 'entry'>,
): Result<Environment> {
  const held = heldPreset(core, session)
  if (held.kind === 'none') return ok(launch.env)
  if (held.kind === 'demoted') {
    demote(core, work, session, held.why)
    return ok(launch.env)
  }
  const { preset, system } = held
  const start = session.conversation === null
  const bare = { system: null, environment: false, native: false, model: false, start }
  if (!system) {
    core.presets.sessions.setRoute(session.id, bare)
    met(core, session.id, 'preset_demoted')
    return ok(launch.env)
  }
  const wrong = whyNotRoutable(core, system)
  if (wrong !== null) {
    if (start) {
      refuseStart(core, work, session, wrong)
      return refuse('system_not_routable', wrong)
    }
    demote(core, work, session, wrong)
    return ok(launch.env)
  }
  const variables = variablesFor(launch.entry, system)
  core.presets.sessions.setRoute(session.id, {
    ...bare,
    system: system.id,
    environment: variables !== null,
    native: variables?.native === true && system.baseUrl === undefined,
    model: variables?.model !== undefined && preset.model !== undefined,
    ...(variables?.modelPrefix === undefined ? {} : { modelPrefix: variables.modelPrefix }),
  })
  const key = core.presets.keyOf(system.id)
  return ok(variables ? withSystem(launch.env, variables, { preset, system, key }) : launch.env)
}

/** Null: as far as it alone is concerned, it can be used. */
export function whyNotRoutable(core: Core, system: SystemRow): string | null {
  if (!systemKinds[system.kind].needsKey || core.presets.keyOf(system.id) !== null) return null
  return `no key is stored for ${cleanLabel(system.name)}`
}

/** Null: its environment cannot say where this system is. */
export function variablesFor(
  entry: Pick<Launch['entry'], 'systems'>,
  system: SystemRow,
): SystemVariables | null {
  const variables = entry.systems[system.kind]
  if (!variables) return null
  return variables.baseUrl === undefined && system.baseUrl !== undefined ? null : variables
}

/** Nothing of another vendor's is left in it: its key would go to this one. */
function withSystem(
  env: Environment,
  variables: SystemVariables,
  { preset, system, key }: { preset: Preset; system: SystemRow; key: string | null },
): Environment {
  const { [variables.key]: _, ...kept } = env
  for (const name of variables.clear ?? []) delete kept[name]
  const address = addressOf(system, variables.api)
  return {
    ...kept,
    ...variables.set,
    // Programs that insist on a key get one that is none.
    [variables.key]: key ?? NO_KEY,
    ...(variables.baseUrl === undefined || address === null ? {} : { [variables.baseUrl]: address }),
    ...(variables.model === undefined || preset.model === undefined
      ? {}
      : { [variables.model]: preset.model }),
  }
}

const NO_KEY = 'none'
