import { expect, test } from 'bun:test'
import { agentEnvironment, sessionMarks } from './environment.ts'

const bare = { env: {} }

test('what is ours and what another agent’s session left behind does not reach an agent', () => {
  const left = agentEnvironment(
    {
      PATH: '/bin',
      HOME: '/home/x',
      FAIRLEAD_HOME: '/var/fairlead',
      FAIRLEAD_ANYTHING: '1',
      CLAUDECODE: '1',
      CLAUDE_CODE_CHILD_SESSION: '1',
      CLAUDE_CODE_SESSION_ID: 's',
      CLAUDE_CODE_SSE_PORT: '1234',
      CODEX_SANDBOX_NETWORK_DISABLED: '1',
      CODEX_THREAD_ID: 't',
      GEMINI_CLI: '1',
      OPENCODE_RUN_ID: 'r',
      QWEN_CODE: '1',
      UNSET: undefined,
    },
    bare,
    {},
  )
  expect(left).toEqual({ PATH: '/bin', HOME: '/home/x' })
})

test('a person’s configuration of an agent stays', () => {
  const configuration = {
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    CLAUDE_CONFIG_DIR: '/c',
    CLAUDE_CODE_MAX_RETRIES: '1',
    CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '1',
    CODEX_HOME: '/d',
    GEMINI_CLI_HOME: '/e',
    GEMINI_API_KEY: 'k',
    OPENCODE_CONFIG: '/f',
    KIMI_CODE_HOME: '/g',
    SSH_AUTH_SOCK: '/h',
  }
  expect(agentEnvironment(configuration, bare, {})).toEqual(configuration)
})

test('an entry’s setting yields to the daemon’s own, and a credential to nothing', () => {
  const entry = { env: { GOOSE_MODE: 'approve', KEY: 'entry' } }
  expect(agentEnvironment({}, entry, {})).toEqual({ GOOSE_MODE: 'approve', KEY: 'entry' })
  expect(agentEnvironment({ GOOSE_MODE: 'auto', KEY: 'own' }, entry, { KEY: 'stored' })).toEqual({
    GOOSE_MODE: 'auto',
    KEY: 'stored',
  })
})

test('every mark has its own name and a reason', () => {
  expect(new Set(sessionMarks.map((mark) => mark.name)).size).toBe(sessionMarks.length)
  for (const mark of sessionMarks) expect(mark.why.length).toBeGreaterThan(10)
})
