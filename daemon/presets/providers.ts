/**
 * Telling an agent by the protocol where its models are: after `initialize`, before a conversation. The line that says
 * it carries the key, so it is stored sealed.
 */
import { errorText } from '../acp/error-text.ts'
import { type Outcome, requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { type Provider, readProviders, setProviderParams } from '../acp/providers.ts'
import { acpMethods } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from '../sessions/core.ts'
import { endRun } from '../sessions/end-run.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { demote, met, refuseStart } from './held.ts'
import { addressOf, keyHeaders, systemKinds } from './kinds.ts'
import type { Route } from './route.ts'
import type { SystemRow } from './store.ts'

/** `go_on`: the conversation can be opened. `asked`: the agent's answer decides. `ended`: so is the run. */
export type RouteStep = 'go_on' | 'asked' | 'ended'

interface Routed {
  route: Route
  system: SystemRow
}

/** Null: there is nothing to tell it. */
function routed(core: Core, session: SessionRow): Routed | null {
  const route = core.presets.sessions.get(session.id)?.route
  const system = route?.system ? core.presets.store.system(route.system) : null
  return route && system ? { route, system } : null
}

/** The agent said what it can do. */
export function beginRoute(
  core: Core,
  work: Work,
  run: RunRow,
  session: SessionRow,
  takesProviders: boolean,
): RouteStep {
  const to = routed(core, session)
  if (!to) return 'go_on'
  if (to.route.native) return told(core, session)
  if (!takesProviders) return cannot(core, work, session, to)
  core.runs.addLine(
    run.id,
    requestLine(formatOwnId({ kind: 'providers_list' }), acpMethods.listProviders, {}),
  )
  work.send(run.id)
  return 'asked'
}

/** The agent's answer to a step of this. */
export function routeAnswer(
  core: Core,
  work: Work,
  run: RunRow,
  session: SessionRow,
  step: 'providers_list' | 'providers_set',
  outcome: Outcome,
): RouteStep {
  const to = routed(core, session)
  // Taken away while the agent was asked.
  if (!to) return 'go_on'
  if (step === 'providers_list') {
    const providers = outcome.ok ? readProviders(outcome.result) : []
    return set(core, work, run, session, to, providers)
  }
  if (outcome.ok || to.route.environment) return told(core, session)
  // It can and does not now: another try may well do, and under its own account it would tell another vendor.
  const key = core.presets.keyOf(to.system.id)
  const words = errorText(outcome.error)
  // An agent may well say what it was told.
  const safe = key === null ? words : words.replaceAll(key, '…')
  const why = `the agent did not take ${to.system.name}: ${safe}`
  if (to.route.start) refuseStart(core, work, session, why)
  endRun(core, work, session, 'start_failed', why)
  return 'ended'
}

function set(
  core: Core,
  work: Work,
  run: RunRow,
  session: SessionRow,
  to: Routed,
  providers: readonly Provider[],
): RouteStep {
  for (const { api } of systemKinds[to.system.kind].apis) {
    const provider = providers.find(({ supported }) => supported.includes(api))
    const baseUrl = addressOf(to.system, api)
    if (!provider || baseUrl === null) continue
    const headers = keyHeaders(to.system, api, core.presets.keyOf(to.system.id))
    const params = setProviderParams(provider, { api, baseUrl, headers })
    const line = requestLine(formatOwnId({ kind: 'providers_set' }), acpMethods.setProvider, params)
    core.runs.addLine(run.id, core.presets.closeLine(run.id, line))
    work.send(run.id)
    return 'asked'
  }
  return cannot(core, work, session, to)
}

/** By the protocol it cannot be told. */
function cannot(core: Core, work: Work, session: SessionRow, { route, system }: Routed): RouteStep {
  if (route.environment) return told(core, session)
  const why = `${session.agent} cannot be used with ${system.name}`
  if (!route.start) {
    demote(core, work, session, why)
    return 'go_on'
  }
  refuseStart(core, work, session, why)
  endRun(core, work, session, 'start_failed', why)
  return 'ended'
}

function told(core: Core, session: SessionRow): 'go_on' {
  met(core, session.id, 'preset_demoted')
  return 'go_on'
}
