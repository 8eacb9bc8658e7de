import type { Agent } from './agent.ts'
import type { Id } from './connection.ts'
import { publishedOptions, setControl } from './controls.ts'
import { field, textField } from './narrow.ts'
import type { Session } from './session.ts'

/** The change is told before the answer, and to the *other* of the two vocabularies, as claude does it. */
export async function setMode(agent: Agent, session: Session, id: Id, params: unknown): Promise<void> {
  const mode = textField(params, 'modeId')
  agent.journal.got('set_mode', { session: session.id, mode })
  if (!setControl(session.controls, 'mode', mode))
    return agent.connection.fail(id, -32602, `Invalid params: no mode ${mode}`)
  await notify(agent, session, {
    sessionUpdate: 'config_option_update',
    configOptions: publishedOptions(session.controls, agent.client.booleans),
  })
  await agent.connection.respond(id, {})
}

export async function setConfigOption(
  agent: Agent,
  session: Session,
  id: Id,
  params: unknown,
): Promise<void> {
  const option = textField(params, 'configId') ?? ''
  const value = field(params, 'value')
  agent.journal.got('set_config_option', { session: session.id, option, value })
  if (!setControl(session.controls, option, value))
    return agent.connection.fail(id, -32602, `Invalid params: no value ${value} for ${option}`)
  if (option === 'mode')
    await notify(agent, session, {
      sessionUpdate: 'current_mode_update',
      currentModeId: session.controls.mode,
    })
  const configOptions = publishedOptions(session.controls, agent.client.booleans)
  await agent.connection.respond(id, { configOptions })
}

const notify = (agent: Agent, session: Session, update: Record<string, unknown>): Promise<void> =>
  agent.connection.notify('session/update', { sessionId: session.id, update })
