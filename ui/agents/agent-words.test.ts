import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import { agentState, signInWords, startWords } from './agent-words.ts'

const NOW = 1_796_061_600_000
const claude: Agent = {
  id: 'claude',
  name: 'Claude Code',
  found: true,
  program: '/usr/bin/claude-agent-acp',
  signedIn: null,
  mode: null,
  install: null,
  notes: [],
}
const key = { variable: 'ANTHROPIC_API_KEY', setAt: NOW }
const signIn = { program: true, readsInput: true, canTell: true, canSignOut: true }
const refused = { at: NOW - 3 * MINUTE_MS, message: 'log\u202e in first' }

test.each<[Partial<Agent>, boolean, string[]]>([
  [{}, false, []],
  [{ found: false, signedIn: false }, false, []],
  [{ signedIn: true }, false, ['Signed in']],
  [{ signedIn: false }, true, ['Nobody is signed in']],
  // The key is what the agent uses then.
  [{ signedIn: false, credentials: [key] }, false, ['Key stored']],
  [{ credentials: [{ ...key, setAt: null }] }, false, []],
  [{ signedIn: true, startRefused: refused }, true, ['Refused to start 3 min ago', 'Signed in']],
  [{ warnings: ['It asks for nothing.'] }, false, ['runs some things without asking']],
])('%o is trouble: %p, and says %p', (facts, trouble, words) => {
  expect(agentState({ ...claude, ...facts }, NOW)).toEqual({ trouble, facts: words })
})

test('that nobody can tell is another thing than that nobody is signed in', () => {
  expect(signInWords({ ...claude, signedIn: false, signIn })).toBe('Nobody is signed in')
  expect(signInWords({ ...claude, signIn })).toBe('It cannot be asked')
  expect(signInWords(claude)).toBe('Done outside of Fairlead, if it needs one')
})

test('a refused start is told in the agent’s words, without what hides in them', () => {
  expect(startWords({ ...claude, startRefused: refused }, NOW)).toBe('Refused 3 min ago: log in first')
  expect(startWords({ ...claude, startRefused: null }, NOW)).toBe('Not refused lately')
})
