/** One session of a started agent, as tests see it. */
import { field, isRecord, listField, textField } from './narrow.ts'
import type { Message, TestClient } from './test-client.ts'

export interface Opened {
  client: TestClient
  sessionId: string
  cwd: string
  /** Sends a prompt and resolves with its answer. */
  prompt(text: string): Promise<Message>
  /** All message text so far. */
  text(): string
  updates(kind?: string): Message[]
  /** Resolves with the next request that the agent makes and nobody answered yet. */
  asked(method?: string): Promise<Message>
  answer(request: Message, result: unknown): void
  choose(request: Message, optionId: string): void
}

const capabilities = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  elicitation: { form: {} },
  session: { configOptions: { boolean: {} } },
}

export const initialize = (
  client: TestClient,
  clientCapabilities: unknown = capabilities,
): Promise<Message> => client.ask('initialize', { protocolVersion: 1, clientCapabilities })

/** A session made by `session/new`, or by `session/load`/`session/resume` of a conversation. */
export async function openSession(
  client: TestClient,
  cwd: string,
  more: Record<string, unknown> = {},
  method = 'session/new',
): Promise<Opened> {
  const opened = await client.ask(method, { cwd, mcpServers: [], ...more })
  const sessionId = textField(opened.result, 'sessionId') ?? textField(more, 'sessionId')
  if (opened.error !== undefined || sessionId === undefined) throw new Error(JSON.stringify(opened))
  const answered = new Set<Message>()
  const from = client.messages.length
  return {
    client,
    sessionId,
    cwd,
    prompt: (text) => client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    text: () => textOf(client.messages.slice(from)),
    updates: (kind) => updatesOf(client.messages, kind),
    async asked(method = 'session/request_permission') {
      const request = await client.until((message) => message.method === method && !answered.has(message))
      answered.add(request)
      return request
    },
    answer: (request, result) => client.send({ id: request.id, result }),
    choose: (request, optionId) =>
      client.send({ id: request.id, result: { outcome: { outcome: 'selected', optionId } } }),
  }
}

export function updatesOf(messages: readonly Message[], kind?: string): Message[] {
  return messages
    .map((message) => field(message.params, 'update'))
    .filter(isRecord)
    .filter((update) => kind === undefined || update.sessionUpdate === kind)
}

export const textOf = (messages: readonly Message[]): string =>
  updatesOf(messages, 'agent_message_chunk')
    .map((update) => textField(update.content, 'text') ?? '')
    .join('')

export const stopReason = (answer: Message): string | undefined => textField(answer.result, 'stopReason')

/** The text that a tool call's update carries. */
export const callText = (update: Message | undefined): string | undefined =>
  textField(field(listField(update, 'content')[0], 'content'), 'text')
