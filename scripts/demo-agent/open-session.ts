/** session/new, list, load, resume, close. */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Agent } from './agent.ts'
import type { Id } from './connection.ts'
import { newControls, publishedModes, publishedOptions } from './controls.ts'
import type { Conversation } from './conversation-store.ts'
import { demoLimits } from './limits.ts'
import { textField } from './narrow.ts'
import { replay, replayUpdates } from './replay.ts'
import type { Session } from './session.ts'
import { readToolServers } from './tool-server.ts'

export async function newSession(agent: Agent, id: Id, params: unknown): Promise<void> {
  const cwd = textField(params, 'cwd') ?? ''
  const sessionId = agent.newId()
  agent.journal.got('session/new', { session: sessionId, cwd })
  if (!isFolder(cwd)) return refuseFolder(agent, id, cwd)
  const session = open(agent, sessionId, cwd, agent.store.create(sessionId, cwd), params)
  await agent.connection.respond(id, { sessionId, ...published(agent, session) })
  offerCommands(agent, session)
}

export async function listSessions(agent: Agent, id: Id, params: unknown): Promise<void> {
  agent.journal.got('session/list')
  await agent.connection.respond(id, { sessions: agent.store.list(textField(params, 'cwd')) })
}

/** Replays before it answers, unless the conversation was marked to be replayed like gemini's. */
export async function loadSession(agent: Agent, id: Id, params: unknown): Promise<void> {
  const session = await reopen(agent, id, 'session/load', params)
  if (session === undefined) return
  const { entries, late } = session.conversation.read()
  const updates = replayUpdates(entries)
  const before = late ? updates.splice(0, Math.ceil(updates.length / 2)) : updates.splice(0)
  await replay(agent, session, before)
  await agent.connection.respond(id, published(agent, session))
  agent.clock.after(demoLimits.lateReplayMs, () => void replay(agent, session, updates))
  offerCommands(agent, session)
}

export async function resumeSession(agent: Agent, id: Id, params: unknown): Promise<void> {
  const session = await reopen(agent, id, 'session/resume', params)
  if (session === undefined) return
  await agent.connection.respond(id, published(agent, session))
  offerCommands(agent, session)
}

/** An open turn is ended, even one that ignores a cancel, and answered before this is. */
export async function closeSession(agent: Agent, session: Session, id: Id): Promise<void> {
  agent.journal.got('session/close', { session: session.id })
  agent.sessions.delete(session.id)
  const turn = session.turn
  turn?.end()
  await turn?.done
  session.closed = true
  await agent.connection.respond(id, {})
}

async function reopen(agent: Agent, id: Id, method: string, params: unknown): Promise<Session | undefined> {
  const cwd = textField(params, 'cwd') ?? ''
  const sessionId = textField(params, 'sessionId') ?? ''
  agent.journal.got(method, { session: sessionId, cwd })
  if (!isFolder(cwd)) {
    await refuseFolder(agent, id, cwd)
    return undefined
  }
  const conversation = agent.store.open(sessionId, cwd)
  if (conversation !== undefined && !agent.sessions.get(sessionId)?.turn)
    return open(agent, sessionId, cwd, conversation, params)
  if (conversation === undefined) await agent.connection.fail(id, -32002, 'Resource not found', { sessionId })
  else await agent.connection.fail(id, -32600, 'Invalid request: a turn is in progress')
  return undefined
}

function open(agent: Agent, id: string, cwd: string, conversation: Conversation, params: unknown): Session {
  const session: Session = {
    id,
    cwd,
    conversation,
    controls: newControls(),
    toolServers: readToolServers(params),
    allowed: new Set(),
    turn: undefined,
    chunks: 0,
    closed: false,
  }
  agent.sessions.set(id, session)
  return session
}

const published = (agent: Agent, session: Session): Record<string, unknown> => ({
  modes: publishedModes(session.controls),
  configOptions: publishedOptions(session.controls, agent.client.booleans),
})

/** A moment after the answer, as the real ones do. */
function offerCommands(agent: Agent, session: Session): void {
  const update = {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'help', description: 'What I can do', input: null },
      { name: 'recall', description: 'Say back what you said earlier', input: null },
    ],
  }
  agent.clock.after(demoLimits.commandMenuMs, () => {
    if (!session.closed) void agent.connection.notify('session/update', { sessionId: session.id, update })
  })
}

const isFolder = (path: string): boolean =>
  isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const refuseFolder = (agent: Agent, id: Id, cwd: string): Promise<void> =>
  agent.connection.fail(id, -32602, `Invalid params: not a folder: ${cwd}`)
