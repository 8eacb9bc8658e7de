/** A small MCP server over HTTP (Streamable HTTP, JSON answers) with one tool, `ping`, behind a header where one is wanted. */
import { isThere } from './wait-until.ts'

export interface McpServer {
  url: string
  /** Methods, in the order they came. */
  asked(): readonly string[]
  /** Requests without the header. */
  refused(): number
  stop(): void
}

interface Asked {
  method: string
  id: string | number | null | undefined
  version: unknown
}

const METHOD_NOT_FOUND = -32601

export function startMcpServer(header?: { name: string; value: string }): McpServer {
  const asked: string[] = []
  let refused = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (header && request.headers.get(header.name) !== header.value) {
        refused++
        return new Response(null, { status: 401 })
      }
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const said = readRequest(await request.json())
      if (!isThere(said)) return new Response(null, { status: 400 })
      asked.push(said.method)
      return said.id === undefined ? new Response(null, { status: 202 }) : answer(said)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/mcp`,
    asked: () => asked,
    refused: () => refused,
    stop: () => void server.stop(true),
  }
}

function readRequest(value: unknown): Asked | null {
  if (typeof value !== 'object' || value === null || !('method' in value)) return null
  const { method } = value
  if (typeof method !== 'string') return null
  const given = 'id' in value ? value.id : undefined
  const id = typeof given === 'string' || typeof given === 'number' || given === null ? given : undefined
  const params = 'params' in value ? value.params : null
  const version =
    typeof params === 'object' && params !== null && 'protocolVersion' in params
      ? params.protocolVersion
      : null
  return { method, id, version }
}

function answer({ id, method, version }: Asked): Response {
  const result = resultOf(method, version)
  const body =
    result === null ? { error: { code: METHOD_NOT_FOUND, message: `no method ${method}` } } : { result }
  return Response.json({ jsonrpc: '2.0', id, ...body })
}

function resultOf(method: string, version: unknown): object | null {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: 'rig', version: '1' },
      }
    case 'tools/list': {
      const inputSchema = { type: 'object', properties: { note: { type: 'string' } } }
      return { tools: [{ name: 'ping', description: 'answers pong', inputSchema }] }
    }
    case 'tools/call':
      return { content: [{ type: 'text', text: 'pong from the server' }] }
    default:
      return null
  }
}
