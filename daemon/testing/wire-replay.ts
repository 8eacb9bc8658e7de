/** Plays a recorded log against the session machine: the agent's lines as they came, the person's acts as ours. */
import type { JsonRpcId } from '../acp/change.ts'
import { at, fieldsOf, textOf } from '../acp/json.ts'
import type { Message } from '../acp/message.ts'
import { acpMethods } from '../acp/requests.ts'
import type { WireEntry, WireLog } from '../acp/wire-log.ts'
import { beginRun } from '../sessions/begin-run.ts'
import { runEnded } from '../sessions/end-run.ts'
import { stopSession } from '../sessions/stop.ts'
import { spawn, spawnedSession } from './core.ts'
import { actOn, cancel, reply } from './wire-acts.ts'
import type { Feed } from './wire-feed.ts'
import { scriptOf } from './wire-script.ts'
import { createTold } from './wire-told.ts'
import { change, createWorld, type Replayed, runOf, toldBy, type World, write } from './wire-world.ts'

type Request = Extract<Message, { kind: 'request' }>
type Response = Extract<Message, { kind: 'response' }>

/** `agent`: the catalogue id that the log's agent has. */
export function replayLog(feed: Feed, log: WireLog): Replayed {
  const world = createWorld(feed, log.vendor.id)
  for (const entries of scriptOf(log)) playProcess(world, entries)
  return world.out
}

/** One life of the agent's program: it holds several conversations, each of them a run to us. */
interface Process {
  initialized: Response | null
  /** The session that is being opened, or was last. */
  opening: string | null
  sessions: Set<string>
  /** Our own id for a request of the log's; null where we did not ask. */
  ids: Map<unknown, { session: string; own: string } | null>
  asked: Map<JsonRpcId, { session: string; method: string }>
}

function playProcess(world: World, entries: WireEntry[]): void {
  const life: Process = {
    initialized: null,
    opening: null,
    sessions: new Set(),
    ids: new Map(),
    asked: new Map(),
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.from === 'agent') {
      fromAgent(world, life, entry)
      continue
    }
    world.feed.settle()
    fromClient(world, life, entry.message, entries.slice(index + 1))
  }
  world.feed.settle()
  for (const session of life.sessions) endSession(world, session)
  world.feed.forget()
}

// --- what the agent wrote

function fromAgent(world: World, life: Process, { message, replay }: WireEntry): void {
  if (message.kind === 'response') return answered(world, life, message)
  if (message.kind !== 'request' && message.kind !== 'notification') return
  const conversation = textOf(at(message.params, 'sessionId'))
  const known = conversation === undefined ? undefined : world.conversations.get(conversation)
  const session = known !== undefined && life.sessions.has(known) ? known : life.opening
  if (session === null) {
    if (conversation !== undefined) world.out.pending.push(`${conversation} is nobody's`)
    return
  }
  const { kind: _, ...members } = message
  write(world, session, members)
  if (message.kind === 'request') life.asked.set(message.id, { session, method: message.method })
  else if (message.method === 'session/update') {
    toldBy(world, session).update(fieldsOf(at(message.params, 'update')), replay)
  }
}

function answered(world: World, life: Process, message: Response): void {
  const ours = life.ids.get(message.id)
  if (ours === undefined && life.initialized === null) life.initialized = message
  if (!ours) return
  const { session, own } = ours
  const { outcome } = message
  write(world, session, { id: own, ...(outcome.ok ? { result: outcome.result } : { error: outcome.error }) })
  toldBy(world, session).answer(own, outcome)
  if (own === 'new' && outcome.ok) {
    world.conversations.set(String(at(outcome.result, 'sessionId')), session)
  }
}

// --- what its client did

function fromClient(world: World, life: Process, message: Message, rest: WireEntry[]): void {
  if (message.kind === 'request') return asked(world, life, message, rest)
  if (message.kind === 'response') {
    const request = life.asked.get(message.id)
    if (!request) throw new Error(`nobody asked ${JSON.stringify(message.id)}`)
    return reply(world, request.session, request.method, message)
  }
  if (message.kind !== 'notification' || message.method !== acpMethods.cancel) return
  const session = sessionOf(world, life, message)
  if (session !== null) cancel(world, session)
}

function sessionOf(world: World, life: Process, message: { params: unknown }): string | null {
  const session = world.conversations.get(String(at(message.params, 'sessionId')))
  return session !== undefined && life.sessions.has(session) ? session : null
}

function asked(world: World, life: Process, request: Request, rest: WireEntry[]): void {
  switch (request.method) {
    case 'initialize':
      return
    case 'session/new':
    case 'session/fork':
      return opens(world, life, request, spawnedSession(world.feed.kit(), { agent: world.agent }), rest)
    case 'session/load':
    case 'session/resume':
      return opens(world, life, request, reopened(world, String(at(request.params, 'sessionId'))), rest)
  }
  const session = sessionOf(world, life, request)
  if (session === null) return
  const acted = actOn(world, session, request)
  if (acted.kind === 'sent') life.ids.set(request.id, { session, own: acted.own })
  else life.ids.set(request.id, null)
  if (acted.kind === 'refused' && wasTaken(request, rest)) {
    world.out.wronglyRefused.push(JSON.stringify(request.params))
  }
}

function wasTaken(request: Request, rest: WireEntry[]): boolean {
  return rest.some(
    ({ from, message }) =>
      from === 'agent' && message.kind === 'response' && message.id === request.id && message.outcome.ok,
  )
}

/** The session of this conversation with a new run, made for it where none is. */
function reopened(world: World, conversation: string): string {
  const kit = world.feed.kit()
  const known = world.conversations.get(conversation)
  if (known !== undefined) {
    change(world, known, (row, core, work) => beginRun(core, work, row))
    spawn(kit, known)
    return known
  }
  const made = spawnedSession(kit, { agent: world.agent })
  kit.core.sessions.setConversation(made, conversation, 0)
  world.conversations.set(conversation, made)
  return made
}

/** The agent is initialized, as it was in the log, and is asked for the conversation. */
function opens(world: World, life: Process, request: Request, session: string, rest: WireEntry[]): void {
  const { outcome } = life.initialized ?? {}
  if (!outcome?.ok) throw new Error('the agent was not initialized')
  if (!world.out.sessions.some((one) => one.id === session)) {
    world.out.sessions.push({ id: session, told: createTold() })
  }
  life.opening = session
  life.sessions.add(session)
  const mode = startMode(rest)
  world.feed.kit().core.runs.setAskingMode(runOf(world, session), mode)
  const load = request.method === 'session/load'
  write(world, session, { id: 'initialize', result: load ? withoutResume(outcome.result) : outcome.result })
  world.feed.settle()
  const own = request.method === 'session/fork' ? 'new' : request.method.slice('session/'.length)
  const sent = world.feed.kit().taken(session)
  if (sent.some((line) => line.id === own)) return void life.ids.set(request.id, { session, own })
  // An agent that cannot resume is asked to load, and the log does not know what it would say.
  life.ids.set(request.id, null)
  life.sessions.delete(session)
  endSession(world, session)
}

/** The mode that the log's client set before it asked for anything: what the catalogue makes us set. */
function startMode(rest: WireEntry[]): string | null {
  const next = rest.find(({ from, message }) => from === 'client' && message.kind === 'request')?.message
  if (next?.kind !== 'request' || next.method !== 'session/set_mode') return null
  return textOf(at(next.params, 'modeId')) ?? null
}

function withoutResume(result: unknown): unknown {
  const { resume: _, ...sessionCapabilities } = fieldsOf(
    at(result, 'agentCapabilities', 'sessionCapabilities'),
  )
  const agentCapabilities = { ...fieldsOf(at(result, 'agentCapabilities')), sessionCapabilities }
  return { ...fieldsOf(result), agentCapabilities }
}

// --- the end of its process

function endSession(world: World, session: string): void {
  const { feed, out } = world
  const { core, taken } = feed.kit()
  const turn = core.turns.open(session)
  // A turn that the agent began by itself ends when it is quiet.
  if (turn?.unanswered) feed.clock.advance(core.limits.unpromptedQuietMs)
  const open: [string, boolean][] = [
    ['turn', core.turns.open(session) !== null],
    ['ask', core.asks.anyOpen(session)],
    ['queue', core.turns.waiting(session).length > 0],
    ['request', core.runs.requests(runOf(world, session)).length > 0],
    ['lines', core.sessions.get(session)?.ending === null && taken(session).length > 0],
  ]
  out.pending.push(...open.flatMap(([what, is]) => (is ? [`${session}: ${what}`] : [])))
  const run = runOf(world, session)
  if (core.sessions.get(session)?.ending === null)
    change(world, session, (row, now, work) => stopSession(now, work, row))
  const end = { end: 0, code: 0, signal: null, stderr: '', left: [] }
  core.transact((work) => {
    const row = core.runs.get(run)
    if (row) runEnded(core, work, row, { kind: 'ended', end })
  })
}
