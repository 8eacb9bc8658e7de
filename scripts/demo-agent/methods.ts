/**
 * The agent's side of ACP 1. Each message is taken in the order it came; whatever decides something (a turn is
 * open, a steer landed) is decided before the next one is looked at.
 */
import type { Agent } from './agent.ts'
import type { Handlers, Id } from './connection.ts'
import { field, isRecord, textField } from './narrow.ts'
import { closeSession, listSessions, loadSession, newSession, resumeSession } from './open-session.ts'
import { readPrompt } from './prompt-content.ts'
import type { Session } from './session.ts'
import { setConfigOption, setMode } from './set-control.ts'
import { startTurn, steerTurn } from './turn.ts'
import { wait } from './wait.ts'

const NOT_FOUND = -32002

export function createHandlers(agent: Agent): Handlers {
  return {
    request(id, method, params) {
      void answer(agent, id, method, params)
    },
    notification(method, params) {
      if (method === 'session/cancel') cancel(agent, params)
    },
  }
}

function answer(agent: Agent, id: Id, method: string, params: unknown): Promise<void> {
  const { journal, connection } = agent
  switch (method) {
    case 'initialize':
      journal.got('initialize')
      return initialize(agent, id, params)
    case 'authenticate':
      return connection.respond(id, {})
    case 'session/new':
      return newSession(agent, id, params)
    case 'session/list':
      return listSessions(agent, id, params)
    case 'session/load':
      return loadSession(agent, id, params)
    case 'session/resume':
      return resumeSession(agent, id, params)
    default:
      return answerInSession(agent, id, method, params)
  }
}

function answerInSession(agent: Agent, id: Id, method: string, params: unknown): Promise<void> {
  const unknown = (): Promise<void> =>
    agent.connection.fail(id, -32601, `"Method not found": ${method}`, { method })
  const known = ['session/prompt', 'session/close', 'session/set_mode', 'session/set_config_option']
  if (agent.steering) known.push('_session/steering')
  if (!known.includes(method)) return unknown()
  const sessionId = textField(params, 'sessionId') ?? ''
  const session = agent.sessions.get(sessionId)
  if (session === undefined) return agent.connection.fail(id, NOT_FOUND, 'Resource not found', { sessionId })
  switch (method) {
    case 'session/prompt':
      return prompt(agent, session, id, params)
    case '_session/steering':
      return steer(agent, session, id, params)
    case 'session/close':
      return closeSession(agent, session, id)
    case 'session/set_mode':
      return setMode(agent, session, id, params)
    case 'session/set_config_option':
      return setConfigOption(agent, session, id, params)
    default:
      return unknown()
  }
}

async function initialize(agent: Agent, id: Id, params: unknown): Promise<void> {
  const capabilities = field(params, 'clientCapabilities')
  agent.client.forms = isRecord(field(field(capabilities, 'elicitation'), 'form'))
  agent.client.booleans = isRecord(field(field(field(capabilities, 'session'), 'configOptions'), 'boolean'))
  if (agent.startDelayMs > 0) await wait(agent.clock, agent.startDelayMs, new AbortController().signal)
  await agent.connection.respond(id, {
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
    agentInfo: { name: 'demo', title: 'Demo agent', version: '1.0.0' },
    authMethods: [],
    ...(agent.steering && { _meta: { steering: { supported: true } } }),
  })
}

async function prompt(agent: Agent, session: Session, id: Id, params: unknown): Promise<void> {
  const said = readPrompt(params)
  agent.journal.got('prompt', { session: session.id, id, text: said.text })
  if (session.turn !== undefined) {
    agent.journal.did('error', { session: session.id, id, code: -32600, message: 'busy' })
    return agent.connection.fail(id, -32600, 'Invalid request: another turn is already in progress', {
      code: 'turn.agent_busy',
    })
  }
  startTurn(agent, session, id, said)
}

async function steer(agent: Agent, session: Session, id: Id, params: unknown): Promise<void> {
  const said = readPrompt(params)
  const outcome = session.turn === undefined ? 'startedNewTurn' : 'injected'
  agent.journal.got('steer', { session: session.id, id, text: said.text, outcome })
  // Queued before the turn's first update, so the answer goes out first.
  void agent.connection.respond(id, { outcome })
  if (session.turn === undefined) startTurn(agent, session, undefined, said)
  else steerTurn(session.turn, said)
}

function cancel(agent: Agent, params: unknown): void {
  const session = agent.sessions.get(textField(params, 'sessionId') ?? '')
  const turn = session?.turn
  agent.journal.got('cancel', {
    session: session?.id,
    id: turn?.prompt,
    ...(turn?.ignoreCancel && { ignored: true }),
  })
  if (turn !== undefined && !turn.ignoreCancel) turn.end()
}
