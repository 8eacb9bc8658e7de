/** What we ask of an agent: Agent Client Protocol version 1, the parameters of each request and notification. */
import type { Control } from '../../shared/wire/control.ts'

export const acpMethods = {
  initialize: 'initialize',
  new: 'session/new',
  load: 'session/load',
  resume: 'session/resume',
  list: 'session/list',
  /** Unstable; see `providers.ts`. */
  listProviders: 'providers/list',
  setProvider: 'providers/set',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  /** An extension of claude and codex; advertised as `_meta.steering`. */
  steer: '_session/steering',
  /** An extension of claude and codex; see `async-tasks.ts`. */
  stopTask: '_session/async_task/stop',
} as const

/** An HTTP MCP server that an agent is given. */
export interface McpServer {
  type: 'http'
  name: string
  url: string
  headers: { name: string; value: string }[]
}

/**
 * Version 1 always: agents answer another shape to anything above. Files and terminals are not declared: agents have
 * their own, and one that writes through the client without being told is served anyway.
 */
export const initializeParams = (
  version: string,
  askQuestions: boolean,
  declares: Readonly<Record<string, unknown>> = {},
) => ({
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    // Undeclared, an agent has no form to ask by: a person switched questions off.
    ...(askQuestions ? { elicitation: { form: {} } } : {}),
    session: { configOptions: { boolean: {} }, notices: {} },
    ...declares,
  },
  clientInfo: { name: 'fairlead', title: 'Fairlead', version },
})

export const newSessionParams = (cwd: string, mcpServers: readonly McpServer[]) => ({ cwd, mcpServers })

/** Null: of every directory; from the beginning. */
export const listParams = (cwd: string | null, cursor: string | null) => ({
  ...(cwd === null ? {} : { cwd }),
  ...(cursor === null ? {} : { cursor }),
})

/** For `session/load` and `session/resume` alike. */
export const openSessionParams = (conversation: string, cwd: string, mcpServers: readonly McpServer[]) => ({
  sessionId: conversation,
  cwd,
  mcpServers,
})

export const promptParams = (conversation: string, text: string) => ({
  sessionId: conversation,
  prompt: [{ type: 'text', text }],
})

export const steerParams = (conversation: string, text: string) => promptParams(conversation, text)

export const stopTaskParams = (conversation: string, asyncTaskId: string) => ({
  sessionId: conversation,
  asyncTaskId,
})

export const cancelParams = (conversation: string) => ({ sessionId: conversation })

/** The request that sets a control, by where the agent published it. */
export function controlRequest(
  conversation: string,
  control: Control,
  value: string | boolean,
): { method: string; params: Record<string, string | boolean> } {
  const sessionId = conversation
  switch (control.source) {
    case 'mode':
      return { method: 'session/set_mode', params: { sessionId, modeId: String(value) } }
    case 'model':
      return { method: 'session/set_model', params: { sessionId, modelId: String(value) } }
    case 'config': {
      const params = { sessionId, configId: control.id, value }
      // Only a boolean says its type: a select option is the shape the method began with.
      const typed = typeof value === 'boolean' ? { ...params, type: 'boolean' } : params
      return { method: 'session/set_config_option', params: typed }
    }
  }
}
