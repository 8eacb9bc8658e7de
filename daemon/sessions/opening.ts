/** From the first answer of an agent to an open conversation: initialize → new | resume | load → start mode → open. */

import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control } from '../../shared/wire/control.ts'
import { reportsTasks } from '../acp/async-tasks.ts'
import { isAuthError } from '../acp/auth.ts'
import { readCapabilities } from '../acp/capabilities.ts'
import type { Capabilities } from '../acp/change.ts'
import { acceptsValue, readControls, withValue } from '../acp/controls.ts'
import { at, wordsOf } from '../acp/json.ts'
import { type Outcome, RESOURCE_NOT_FOUND, requestLine } from '../acp/message.ts'
import { formatOwnId, type OwnId } from '../acp/own-ids.ts'
import { acpMethods, controlRequest, newSessionParams, openSessionParams } from '../acp/requests.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Work } from '../db/transact.ts'
import { withPins } from '../presets/pins.ts'
import { beginRoute, routeAnswer } from '../presets/providers.ts'
import type { RunRow } from '../runs/store.ts'
import { setControls } from './apply.ts'
import { rememberChosen } from './chosen-controls.ts'
import { cleared, isClearing } from './clearing.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import { releaseHeld } from './held-controls.ts'
import { endHistory, historyBegins, historyWanted } from './history.ts'
import { serversFor } from './mcp-servers.ts'
import { putBackAnswer, putBackNext, toPutBack, withdrawn } from './put-back.ts'
import type { SessionRow } from './session-row.ts'
import { deliverNext } from './turns.ts'

type Step =
  | 'initialize'
  | 'providers_list'
  | 'providers_set'
  | 'new'
  | 'load'
  | 'resume'
  | 'start_mode'
  | 'put_back'
type Opening = Extract<OwnId, { kind: Step }>

/** Refused, these leave the conversation what it is, or have words of their own. */
const goesOnRefused: readonly Step[] = ['providers_list', 'providers_set', 'start_mode', 'put_back']

export function openingAnswer(core: Core, work: Work, run: RunRow, step: Opening, outcome: Outcome): void {
  const session = core.sessions.get(run.session)
  if (!session || session.run !== run.id || run.phase !== 'starting') return
  if (!outcome.ok && !goesOnRefused.includes(step.kind)) {
    const why = cleanLabel(outcome.error.message, 1000) || `error ${outcome.error.code}`
    // The agent does not have this conversation: it will not have it at the next try either.
    if (outcome.error.code === RESOURCE_NOT_FOUND) core.lives.setForgotten(session.id, true)
    if (!isAuthError(outcome.error)) return startFailed(core, work, session, why)
    work.after(() => core.starts.refused(session.agent, why))
    return startFailed(core, work, session, `not signed in: ${why}`)
  }
  switch (step.kind) {
    case 'initialize':
      return initialized(core, work, run, session, outcome.ok ? outcome.result : null)
    case 'providers_list':
    case 'providers_set':
      if (routeAnswer(core, work, run, session, step.kind, outcome) !== 'go_on') return
      return openConversation(core, work, run, session, run.capabilities ?? readCapabilities(null))
    case 'new':
    case 'load':
    case 'resume':
      return conversationOpen(core, work, run, session, outcome.ok ? outcome.result : null)
    case 'start_mode':
      return startModeSet(core, work, run, session, outcome)
    case 'put_back':
      putBackAnswer(core, work, run, step.control, outcome)
      return putBack(core, work, run, session)
  }
}

const startFailed = (core: Core, work: Work, session: SessionRow, why: string): void =>
  endRun(core, work, session, 'start_failed', why)

function initialized(core: Core, work: Work, run: RunRow, session: SessionRow, result: unknown): void {
  const capabilities = readCapabilities(result)
  core.runs.setCapabilities(run.id, capabilities)
  core.lives.setReportsTasks(session.id, reportsTasks(result))
  const step = beginRoute(core, work, run, session, capabilities.providers)
  if (step === 'go_on') openConversation(core, work, run, session, capabilities)
}

function openConversation(
  core: Core,
  work: Work,
  run: RunRow,
  session: SessionRow,
  capabilities: Capabilities,
): void {
  const servers = serversFor(core, work, session, capabilities)
  const ask = (kind: 'new' | 'load' | 'resume', params: object): void => {
    core.runs.addLine(run.id, requestLine(formatOwnId({ kind }), acpMethods[kind], params))
    work.send(run.id)
  }
  const wanted = historyWanted(core, session.id)
  const conversation = session.conversation ?? wanted
  if (run.opening === 'new' || conversation === null)
    return ask('new', newSessionParams(session.cwd, servers))
  const params = openSessionParams(conversation, session.cwd, servers)
  // Only a load tells history.
  const tells = wanted !== null && capabilities.load
  if (capabilities.resume && !tells) return ask('resume', params)
  if (!capabilities.load)
    return startFailed(core, work, session, 'this agent cannot open a conversation again')
  // What it tells again until it answers is in the log already, or has yet to come there.
  if (tells) historyBegins(core, session.id)
  core.runs.setReplaying(run.id, true)
  ask('load', params)
}

function conversationOpen(core: Core, work: Work, run: RunRow, session: SessionRow, result: unknown): void {
  const known = session.conversation ?? historyWanted(core, session.id)
  const conversation = run.opening === 'new' ? wordsOf(at(result, 'sessionId')) : known
  if (!conversation) {
    return startFailed(core, work, session, 'the agent opened a conversation without an id')
  }
  core.sessions.setConversation(session.id, conversation, work.now)
  if (run.opening === 'new' && isClearing(core, session.id)) cleared(core, work, session)
  if (run.replaying && vendorOf(session.agent).replayTrails) core.runs.replayHeard(run.id, work.now)
  else {
    core.runs.setReplaying(run.id, false)
    endHistory(core, work, session.id)
  }
  const published = readControls(result)
  const again = toPutBack(session.chosen, published, modeOf(published)?.id)
  core.runs.setPutBack(run.id, withPins(core, session.id, again))
  const wanted = startMode(core, work, session, run, published)
  if (!wanted) {
    setControls(core, work, session, published)
    return putBack(core, work, run, session)
  }
  const { control, value } = wanted
  const stuck = run.opening === 'open' && vendorOf(session.agent).refusesItsMode === true
  if (stuck) {
    // Out of it first, by the mode that is published, and then into it, as into whatever else was chosen.
    rememberChosen(core, session, control.id, value)
    const others = toPutBack(session.chosen, published, control.id)
    core.runs.setPutBack(run.id, withPins(core, session.id, [control.id, ...others]))
  }
  const first = stuck ? control.value : value
  // Shown as it is asked for: should this process die now, the next one is asked for the same.
  setControls(core, work, session, [...withValue(published, control.id, first)])
  core.runs.setAskingMode(run.id, control.value)
  const id: OwnId = { kind: 'start_mode' }
  const { method, params } = controlRequest(conversation, control, first)
  core.runs.addLine(run.id, requestLine(formatOwnId(id), method, params))
  work.send(run.id)
}

type Select = Extract<Control, { kind: 'select' }>
const modeOf = (controls: readonly Control[]): Select | undefined =>
  controls.find((one): one is Select => one.kind === 'select' && (one.category ?? one.id) === 'mode')

/**
 * The mode to set before anything is asked: the one the person left it in, else the one in which the agent asks, and
 * that one too where the person's is not there any more.
 */
function startMode(core: Core, work: Work, session: SessionRow, run: RunRow, published: readonly Control[]) {
  const control = modeOf(published)
  if (!control) return null
  const chosen = session.chosen[control.id]
  if (chosen !== undefined && !acceptsValue(control, chosen)) {
    withdrawn(core, work, session, control.id, control)
  }
  const before = (session.held ?? session.controls).find((one) => one.id === control.id)?.value
  const value = [chosen, before, run.askingMode ?? undefined].find(
    (one) => typeof one === 'string' && acceptsValue(control, one),
  )
  return typeof value !== 'string' || value === control.value ? null : { control, value }
}

/** Refused: the agent is in the mode that it published, which the run remembers. */
function startModeSet(core: Core, work: Work, run: RunRow, session: SessionRow, outcome: Outcome): void {
  const control = modeOf(session.controls)
  if (!outcome.ok) {
    const message = `the agent did not take mode ${control?.value}: ${cleanLabel(outcome.error.message)}`
    core.log.append(work, session.id, { type: 'error', code: 'mode_refused', message })
    if (control && run.askingMode !== null)
      setControls(core, work, session, [...withValue(session.controls, control.id, run.askingMode)])
  }
  putBack(core, work, run, session)
}

/** What else a person chose, one request after the other, and then the conversation is open. */
function putBack(core: Core, work: Work, run: RunRow, session: SessionRow): void {
  if (putBackNext(core, work, run.id)) return
  // A preset that could not be had ends the start.
  if (core.sessions.get(session.id)?.ending === null) opened(core, work, run, session)
}

function opened(core: Core, work: Work, run: RunRow, session: SessionRow): void {
  core.runs.setPhase(run.id, 'open')
  const isNews = core.adoptions.get(session.id)?.announced === false
  const status = run.opening === 'new' ? 'started' : isNews ? 'adopted' : 'resumed'
  if (isNews) core.adoptions.setAnnounced(session.id)
  core.log.append(work, session.id, { type: 'session_status', status })
  core.sessions.opened(session.id)
  core.lives.setForgotten(session.id, false)
  releaseHeld(core, work, session.id)
  work.after(() => core.starts.forget(session.agent))
  deliverNext(core, work)
}
