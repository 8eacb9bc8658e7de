import { expect, test } from 'bun:test'
import type {
  CancelNotification,
  InitializeRequest,
  LoadSessionRequest,
  NewSessionRequest,
  PromptRequest,
  ResumeSessionRequest,
} from '@agentclientprotocol/sdk'
import {
  cancelParams,
  initializeParams,
  type McpServer,
  newSessionParams,
  openSessionParams,
  promptParams,
} from './requests.ts'

const servers: McpServer[] = [{ type: 'http', name: 'fairlead', url: 'http://127.0.0.1:1/mcp', headers: [] }]

test('what we ask is what the protocol describes', () => {
  // The compiler is the test of shape; the assertions are of what agents were seen to need.
  const initialize: InitializeRequest = initializeParams('0.1.0', true)
  const opened: NewSessionRequest = { ...newSessionParams('/w', []), mcpServers: [] }
  const loaded: LoadSessionRequest & ResumeSessionRequest = {
    ...openSessionParams('s', '/w', []),
    mcpServers: [],
  }
  const prompt: { sessionId: string } = promptParams('s', 'hi')
  const cancel: CancelNotification = cancelParams('s')
  expect(initialize.protocolVersion).toBe(1)
  expect(initialize.clientCapabilities).toEqual({
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {} },
    session: { configOptions: { boolean: {} }, notices: {} },
  })
  expect([opened.cwd, loaded.sessionId, prompt.sessionId, cancel.sessionId]).toEqual(['/w', 's', 's', 's'])
})

test('a prompt is one text block, servers are passed on as given', () => {
  const prompt: PromptRequest = { ...promptParams('s', ''), prompt: [{ type: 'text', text: 'a\n/b' }] }
  expect(promptParams('s', 'a\n/b')).toEqual(prompt as ReturnType<typeof promptParams>)
  expect(newSessionParams('/w', servers).mcpServers).toBe(servers)
})
