import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { McpServer } from '../../shared/wire/mcp-server.ts'
import type { Capabilities } from '../acp/change.ts'
import type { McpServer as GivenServer } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

const SCHEMES = new Set(['http:', 'https:'])

/** Servers that an agent may be given; else the refusal names the field. An address is refused, never repaired. */
export function checkMcpServers(servers: readonly McpServer[]): Result<readonly McpServer[]> {
  const names = new Set<string>()
  for (const [n, { name, url }] of servers.entries()) {
    const at = `mcpServers.${n}`
    if (names.has(name)) return wrong(`${at}.name`, `two MCP servers are called ${name}`)
    names.add(name)
    const address = URL.parse(url)
    if (!address || !SCHEMES.has(address.protocol))
      return wrong(`${at}.url`, 'an MCP server has an address that begins with http:// or https://')
    if (address.username !== '' || address.password !== '')
      return wrong(`${at}.url`, 'the address of an MCP server holds no password: send a header')
  }
  return ok(servers)
}

const wrong = (field: string, message: string): Result<never> => refuse('invalid_request', message, { field })

/** What the agent is told of the session's servers. One that takes none over HTTP gets none, and the log says so once. */
export function serversFor(
  core: Core,
  work: Work,
  session: SessionRow,
  capabilities: Capabilities,
): GivenServer[] {
  if (capabilities.mcpHttp) {
    return session.mcpServers.map(({ name, url, headers = [] }) => ({ type: 'http', name, url, headers }))
  }
  if (session.mcpServers.length > 0 && session.conversation === null) {
    const names = session.mcpServers.map(({ name }) => name).join(', ')
    const message = `this agent takes no MCP servers over HTTP: it goes without ${names}`
    core.log.append(work, session.id, { type: 'error', code: 'mcp_unsupported', message })
  }
  return []
}
