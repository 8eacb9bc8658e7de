/**
 * A client of MCP over streamable HTTP (2025-06-18), as much as one tool call takes: initialize, initialized,
 * tools/list, tools/call. An answer is a JSON body or an event stream; both are read. Not implemented: requests
 * from the server, resuming a stream, pages of tools/list.
 */
import { demoLimits } from './limits.ts'
import { field, isRecord, listField, textField } from './narrow.ts'

export interface ToolServer {
  name: string
  url: string
  headers: Record<string, string>
}

/** What the tool answered, or why it could not be asked. */
export type ToolAnswer =
  | { kind: 'answer'; text: string; isError: boolean; raw: unknown }
  | { kind: 'no-such-tool'; tools: string[] }

const PROTOCOL = '2025-06-18'

/** The http servers of session/new; the other transports are left alone. */
export function readToolServers(params: unknown): ToolServer[] {
  return listField(params, 'mcpServers').flatMap((server) => {
    const url = textField(server, 'url')
    if (textField(server, 'type') !== 'http' || url === undefined) return []
    const pairs = listField(server, 'headers').flatMap((header): [string, string][] => {
      const name = textField(header, 'name')
      return name === undefined ? [] : [[name, textField(header, 'value') ?? '']]
    })
    return [{ name: textField(server, 'name') ?? url, url, headers: Object.fromEntries(pairs) }]
  })
}

/** Throws what fetch throws, an HTTP status, or the server's JSON-RPC error. */
export async function callTool(
  server: ToolServer,
  name: string,
  input: Record<string, unknown>,
  cancelled: AbortSignal,
): Promise<ToolAnswer> {
  const ask = caller(server, AbortSignal.any([cancelled, AbortSignal.timeout(demoLimits.toolMs)]))
  await ask('initialize', {
    protocolVersion: PROTOCOL,
    capabilities: {},
    clientInfo: { name: 'demo', version: '1' },
  })
  await ask('notifications/initialized')
  const tools = listField(await ask('tools/list', {}), 'tools').map((tool) => textField(tool, 'name') ?? '')
  if (!tools.includes(name)) return { kind: 'no-such-tool', tools }
  const raw = await ask('tools/call', { name, arguments: input })
  const texts = listField(raw, 'content').map(
    (part) => textField(part, 'text') ?? `[${textField(part, 'type')}]`,
  )
  return { kind: 'answer', text: texts.join('\n'), isError: field(raw, 'isError') === true, raw }
}

function caller(server: ToolServer, signal: AbortSignal) {
  let last = 0
  let session: string | null = null
  return async (method: string, params?: unknown): Promise<unknown> => {
    const id = params === undefined ? undefined : ++last
    const response = await fetch(server.url, {
      method: 'POST',
      signal,
      headers: {
        ...server.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        ...(session !== null && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
    session = response.headers.get('mcp-session-id') ?? session
    if (!response.ok) throw new Error(`${server.name} answered ${response.status} to ${method}`)
    if (id === undefined) {
      await response.body?.cancel()
      return undefined
    }
    const answer = await readAnswer(response, id)
    const error = field(answer, 'error')
    if (error !== undefined) throw new Error(`${server.name}: ${textField(error, 'message') ?? method}`)
    return field(answer, 'result')
  }
}

async function readAnswer(response: Response, id: number): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const answer: unknown = await response.json()
    return answer
  }
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true }).replaceAll('\r', '')
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    // Leaving the loop closes the stream, which may go on for other messages.
    for (const event of events) {
      const message = eventData(event)
      if (field(message, 'id') === id) return message
    }
    if (text.length > demoLimits.toolAnswerBytes) break
  }
  throw new Error('the tool server ended its stream without an answer')
}

function eventData(event: string): unknown {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n')
  const message: unknown = data === '' ? undefined : JSON.parse(data)
  return isRecord(message) ? message : undefined
}
