import {
  MCP_HEADER_NAME_CHARS,
  MCP_HEADER_VALUE_CHARS,
  MCP_HEADERS,
  MCP_NAME_CHARS,
  MCP_URL_CHARS,
} from '../limits.ts'
import { type Static, Type } from '../typebox.ts'

/** A field name of HTTP (RFC 9110, section 5.6.2), and a value that cannot begin another line. */
const HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
const HEADER_VALUE = '^[\\t\\x20-\\x7e\\x80-\\uffff]*$'

/**
 * An MCP server that a session's agent is given, over HTTP. Agents make names of tools of the server's, so it is a
 * plain word. What the headers say is a secret: no answer carries it.
 */
export const McpServer = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$', maxLength: MCP_NAME_CHARS }),
  /** `http:` or `https:`, without user and password. */
  url: Type.String({ minLength: 1, maxLength: MCP_URL_CHARS }),
  headers: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ pattern: HEADER_NAME, maxLength: MCP_HEADER_NAME_CHARS }),
        value: Type.String({ pattern: HEADER_VALUE, maxLength: MCP_HEADER_VALUE_CHARS }),
      }),
      { maxItems: MCP_HEADERS },
    ),
  ),
})
export type McpServer = Static<typeof McpServer>
