import { expect, test } from 'bun:test'
import { readCapabilities } from './capabilities.ts'
import { readWireLogs } from './wire-log.ts'

/** The `initialize` result of each agent as it was recorded. */
const recorded = new Map(
  readWireLogs().flatMap((log) => {
    const answer = log.entries.find(({ from, message }) => from === 'agent' && message.kind === 'response')
    const { message } = answer ?? {}
    if (message?.kind !== 'response' || !message.outcome.ok || !log.name.endsWith('-text')) return []
    return [[log.vendor.id, message.outcome.result] as const]
  }),
)

const all = {
  protocolVersion: 1,
  load: true,
  resume: true,
  list: true,
  close: true,
  image: true,
  mcpHttp: true,
}

test.each([
  [
    'claude',
    {
      ...all,
      name: '@agentclientprotocol/claude-agent-acp',
      version: '0.101.0',
      steering: true,
      providers: true,
    },
  ],
  [
    'codex',
    { ...all, name: '@agentclientprotocol/codex-acp', version: '2.6.0', steering: true, providers: true },
  ],
  ['zcodex', { ...all, name: 'codex-acp', version: '0.16.0', steering: false, providers: false }],
  ['opencode', { ...all, name: 'OpenCode', version: '1.18.33', steering: false, providers: false }],
  ['kimi', { ...all, name: 'Kimi Code CLI', version: '2.1.0', steering: false, providers: false }],
  [
    'gemini',
    {
      ...all,
      name: 'gemini-cli',
      version: '0.61.0',
      resume: false,
      list: false,
      close: false,
      steering: false,
      providers: false,
    },
  ],
])('%s can do what it said on the wire', (agent, capabilities) => {
  expect(readCapabilities(recorded.get(agent))).toEqual(capabilities)
})

test('an agent that nests what others say at the root was taken for one without history, and its sessions opened empty', () => {
  const at = (root: object) => readCapabilities(root)
  const nested = at({ agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } })
  expect(nested).toMatchObject({ load: true, resume: true })
  expect(at({ loadSession: true })).toMatchObject({ load: true, resume: false })
  const marked = at({ agentCapabilities: { sessionCapabilities: { load: {}, resume: {} } } })
  expect(marked).toMatchObject({ load: true, resume: true })
})

test('booleans, markers and a refusal in a marker, at the root or nested', () => {
  expect(
    readCapabilities({ loadSession: true, sessionCapabilities: { resume: true, list: null } }),
  ).toMatchObject({
    load: true,
    resume: true,
    list: false,
  })
  expect(readCapabilities({ _meta: { steering: { supported: false } } }).steering).toBe(false)
  expect(readCapabilities({ agentCapabilities: { _meta: { steering: true } } }).steering).toBe(true)
})

test('an agent that says nothing can do nothing', () => {
  const none = {
    load: false,
    resume: false,
    list: false,
    close: false,
    image: false,
    mcpHttp: false,
    steering: false,
    providers: false,
  }
  expect(readCapabilities(null)).toEqual({ protocolVersion: 1, name: null, version: null, ...none })
})
