/**
 * The session machine: what an agent's lines do to its session. Runs inside the transaction that also moves the
 * run's offset, so a line has its effect exactly once, whoever reads it.
 */

import type { PermissionBody } from '../../shared/wire/ask.ts'
import type { AskRead, Change, JsonRpcId } from '../acp/change.ts'
import { readElicitation } from '../acp/elicitation.ts'
import { at } from '../acp/json.ts'
import { errorLine, INVALID_PARAMS, METHOD_NOT_FOUND, type Message, resultLine } from '../acp/message.ts'
import { conversationOf, rawChange, readNotification } from '../acp/notification.ts'
import { parseOwnId } from '../acp/own-ids.ts'
import { readPermission } from '../acp/permission.ts'
import { translateUpdate } from '../acp/translate.ts'
import { vendorOf } from '../acp/vendor.ts'
import { closeAsks, settleAsk } from '../asks/close.ts'
import { declineUnasked } from '../asks/decline.ts'
import { asksOfCall } from '../asks/of-call.ts'
import { offered } from '../asks/offered.ts'
import { openAsk } from '../asks/open.ts'
import type { Work } from '../db/transact.ts'
import type { ReadLine } from '../runs/pump.ts'
import type { RunRow } from '../runs/store.ts'
import { controlAnswer, promptAnswer, steerAnswer } from './answers.ts'
import { applyChanges, mergeText } from './apply.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import { historyWanted, readHistory } from './history.ts'
import { openingAnswer } from './opening.ts'
import { stopTaskAnswer } from './tasks.ts'
import { deliverNext } from './turns.ts'
import { unpromptedBegan } from './unprompted.ts'

/** Applies lines of a run up to `readTo`. Lines of a run that is over say nothing any more. */
export function receive(core: Core, work: Work, runId: string, lines: ReadLine[], readTo: number): void {
  const run = core.runs.get(runId)
  if (!run || run.phase === 'ended') return
  let malformed = run.malformed
  let changes: Change[] = []
  let reader: UpdateReader | null = null
  const settle = (): void => {
    applyChanges(core, work, run.session, mergeText(changes))
    changes = []
  }
  for (const line of lines) {
    const { message } = line
    if (message.kind === 'blank') continue
    malformed = message.kind === 'malformed' ? malformed + 1 : 0
    if (message.kind === 'notification' && message.method === 'session/update') {
      reader ??= updateReader(core, runId)
      changes.push(...reader(message.params))
      continue
    }
    settle()
    handle(core, work, runId, line)
    reader = null // the line may have changed what it went by
  }
  settle()
  core.runs.read(runId, readTo, malformed)
  if (run.replayHeard !== null) core.runs.replayHeard(runId, work.now)
  core.turns.heard(run.session, work.now)
  core.lives.unpromptedHeard(run.session, work.now)
  work.touch(run.session)
  if (malformed >= core.limits.malformedLines) {
    const session = core.sessions.get(run.session)
    const detail = `the agent wrote ${malformed} lines in a row that are no JSON-RPC`
    if (session?.run === runId) endRun(core, work, session, 'agent_broken', detail)
  }
}

const vendorFor = (core: Core, run: RunRow) => vendorOf(core.sessions.get(run.session)?.agent ?? '')

type UpdateReader = (params: unknown) => Change[]

/** Reads updates of our conversation. Agents also tell of others (a subagent's): those are kept, not mixed in. */
function updateReader(core: Core, runId: string): UpdateReader {
  const run = core.runs.get(runId)
  const session = run && core.sessions.get(run.session)
  if (!session) return () => []
  const vendor = vendorOf(session.agent)
  const { conversation } = session
  const isHistory = run.replaying && historyWanted(core, session.id) !== null
  return (params) => {
    const about = conversationOf(params)
    const ours = about === null || conversation === null || about === conversation
    if (ours && isHistory) return readHistory(core, session.id, at(params, 'update'))
    const changes = ours ? translateUpdate(vendor, at(params, 'update')) : rawChange('session/update', params)
    // History that is told again is in the log; what the agent offers and is set to is news all the same.
    return run.replaying ? changes.filter((change) => change.kind !== 'event') : changes
  }
}

function handle(core: Core, work: Work, runId: string, line: ReadLine): void {
  // Read again for each line: the one before may have changed it.
  const run = core.runs.get(runId)
  if (!run || run.phase === 'ended') return
  const { message } = line
  switch (message.kind) {
    case 'malformed':
      return void core.log.append(work, run.session, {
        type: 'raw',
        method: 'malformed',
        params: message.text,
      })
    case 'response':
      return response(core, work, run, message)
    case 'request':
      return request(core, work, run, message, line.end)
    case 'notification':
      return notification(core, work, run, message)
    case 'blank':
  }
}

function response(
  core: Core,
  work: Work,
  run: RunRow,
  message: Extract<Message, { kind: 'response' }>,
): void {
  const own = parseOwnId(message.id)
  switch (own?.kind) {
    case 'initialize':
    case 'providers_list':
    case 'providers_set':
    case 'new':
    case 'load':
    case 'resume':
    case 'start_mode':
    case 'put_back':
      return openingAnswer(core, work, run, own, message.outcome)
    case 'prompt':
      return promptAnswer(core, work, run, own.turn, message.outcome)
    case 'steer':
      return steerAnswer(core, work, run, own.prompt, message.outcome)
    case 'stop_task':
      return stopTaskAnswer(core, work, run, own.task, message.outcome)
    case 'control':
      return controlAnswer(core, work, run, own, message.outcome)
    case undefined: {
      const params = JSON.stringify({ id: message.id, ...message.outcome })
      return void core.log.append(work, run.session, { type: 'raw', method: 'response', params })
    }
  }
}

type Request = Extract<Message, { kind: 'request' }>

function request(core: Core, work: Work, run: RunRow, message: Request, readAt: number): void {
  switch (message.method) {
    case 'session/request_permission': {
      const vendor = vendorFor(core, run)
      const inTurn = core.turns.open(run.session) !== null
      const read = offered(vendor, readPermission(vendor, message.params), inTurn)
      return ask(core, work, run, message.id, read, readAt)
    }
    case 'elicitation/create':
      return ask(core, work, run, message.id, readElicitation(message.params), readAt)
    case 'fs/read_text_file':
    case 'fs/write_text_file':
      core.runs.addRequest(run.id, message.id, message.method, message.params)
      return work.after(() => core.act.serveFiles(run.id))
    default:
      return ownRequest(core, work, run, message, readAt)
  }
}

/** A request of the vendor's own. What nobody knows stays a failure that the agent reports. */
function ownRequest(core: Core, work: Work, run: RunRow, message: Request, readAt: number): void {
  const read = vendorFor(core, run).request?.(message.method, message.params) ?? null
  if (read !== null && read.kind !== 'told') return ask(core, work, run, message.id, read, readAt)
  const line = read
    ? resultLine(message.id, read.result)
    : errorLine(message.id, METHOD_NOT_FOUND, `no method ${message.method}`)
  core.runs.addLine(run.id, line)
  work.send(run.id)
  // While an agent tells its history again, that is what this is too.
  if (read && !run.replaying) applyChanges(core, work, run.session, read.changes)
}

function ask(core: Core, work: Work, run: RunRow, id: JsonRpcId, read: AskRead, readAt: number): void {
  if (read.kind === 'question' && !core.settings().askQuestions)
    return declineUnasked(core, work, run, id, read)
  if (read.kind !== 'refused') {
    if (read.kind === 'permission') noteDiffs(core, work, run, read.permission)
    openAsk(core, work, run, id, read, readAt)
    return unpromptedBegan(core, work, run.session)
  }
  const { message, result } = read
  const line = result === undefined ? errorLine(id, INVALID_PARAMS, message) : resultLine(id, result)
  core.runs.addLine(run.id, line)
  work.send(run.id)
  core.log.append(work, run.session, { type: 'error', code: 'ask_refused', message })
}

/** A change that is shown in the permission only is the call's content from here on. */
function noteDiffs(core: Core, work: Work, run: RunRow, { toolCall }: PermissionBody): void {
  const content = toolCall.content?.filter((part) => part.type === 'diff') ?? []
  if (content.length === 0 || vendorFor(core, run).diffInAsk !== true) return
  const event = { type: 'tool_call', toolCall: toolCall.toolCall, content } as const
  applyChanges(core, work, run.session, [{ kind: 'event', event }])
}

function notification(
  core: Core,
  work: Work,
  run: RunRow,
  message: Extract<Message, { kind: 'notification' }>,
): void {
  const read = readNotification(vendorFor(core, run), message.method, message.params)
  if ('changes' in read) return applyChanges(core, work, run.session, read.changes)
  const open =
    read.kind === 'settled'
      ? asksOfCall(core, run, read.call)
      : [core.asks.byRequest(run.id, read.id)].filter((one) => one !== null)
  for (const one of open) settleAsk(core, work, one, { outcome: 'withdrawn' })
  if (open.length > 0) deliverNext(core, work)
}

/** A line over the bound: the run cannot be read any further. */
export function receiveOverflow(core: Core, work: Work, runId: string): void {
  const run = core.runs.get(runId)
  const session = run && core.sessions.get(run.session)
  if (session?.run !== runId) return
  const mib = Math.round(core.limits.agentLineBytes / 1024 / 1024)
  closeAsks(core, work, session.id, runId, { outcome: 'agent_gone' })
  endRun(core, work, session, 'agent_broken', `the agent wrote a line over ${mib} MiB`)
}

/** Lines that could not be applied are passed over, and the session says what became of its agent. */
export function receiveBroken(core: Core, work: Work, runId: string, readTo: number): void {
  const run = core.runs.get(runId)
  const session = run && core.sessions.get(run.session)
  if (session?.run !== runId) return
  core.runs.read(runId, readTo, 0)
  const message =
    'something that this agent wrote could not be understood here; the daemon’s log has the details'
  core.log.append(work, session.id, { type: 'error', code: 'internal', message })
  endRun(core, work, session, 'agent_broken', message)
}
