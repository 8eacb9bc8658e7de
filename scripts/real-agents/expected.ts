/** What the agents of the pinned versions are known not to do. Anything else that is not a pass fails the run. */
import type { RealAgentId } from './real-agent.ts'
import type { Lack } from './scenario.ts'

export interface Expected {
  agent: RealAgentId
  scenario: string
  lack: Lack
  /** Said below the table. */
  reason: string
}

const ONE_BY_ONE = 'It asks for the second permission once the first is answered; each is answered by itself.'
const NO_QUESTIONS = 'It has no tool that asks a person.'
const NOT_ENABLED = 'Its tool that asks a person is off: no question of it ever reaches a client.'
const RETRIES =
  'It tries again for a minute and more and says no word of it; a cancel ends the turn, and the next one works.'
const GOES_ON = 'It asks its model to go on where the answer broke off, so that nobody notices the cut.'
const NO_DIFF = 'What it writes is in the input of its call; it sends no diff.'
const NO_LIST =
  'It lists no conversations: one can be opened by its id, and only the session that began it has that.'
const OWN_KEYS = 'Its keys are in its own files and its own sign-in; the catalogue names no variable for one.'

const each = (agents: readonly RealAgentId[], scenario: string, lack: Lack, reason: string): Expected[] =>
  agents.map((agent) => ({ agent, scenario, lack, reason }))

export const expectedLacks: readonly Expected[] = [
  ...each(
    ['claude', 'opencode', 'gemini', 'kimi', 'qwen'],
    'two-permissions',
    'one_ask_at_a_time',
    ONE_BY_ONE,
  ),
  ...each(['gemini', 'zcodex'], 'question', 'asks_no_questions', NO_QUESTIONS),
  ...each(['gemini', 'zcodex'], 'question-skipped', 'asks_no_questions', NO_QUESTIONS),
  ...each(['opencode'], 'question', 'asks_no_questions', NOT_ENABLED),
  ...each(['opencode'], 'question-skipped', 'asks_no_questions', NOT_ENABLED),
  ...each(['opencode', 'gemini', 'kimi', 'qwen'], 'error-500', 'retries_in_silence', RETRIES),
  ...each(['opencode', 'kimi'], 'dropped', 'retries_in_silence', RETRIES),
  ...each(['qwen'], 'dropped', 'says_no_error', GOES_ON),
  ...each(['gemini'], 'adopted', 'lists_no_conversations', NO_LIST),
  ...each(['opencode', 'kimi'], 'key', 'takes_no_key', OWN_KEYS),
  ...each(['kimi'], 'file', 'no_diff', NO_DIFF),
]
