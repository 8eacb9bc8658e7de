import { expect, test } from 'bun:test'
import { CliError } from './cli-error.ts'
import { mcpServerOf } from './session-text.ts'

test('an MCP server is a name and an address, which may hold the sign between them', () => {
  expect(mcpServerOf('birds=http://127.0.0.1:1/mcp?a=b')).toEqual({
    name: 'birds',
    url: 'http://127.0.0.1:1/mcp?a=b',
  })
})

test.each(['birds', '=http://127.0.0.1/', 'birds='])('%j is no MCP server', (text) => {
  expect(() => mcpServerOf(text)).toThrow(CliError)
})
