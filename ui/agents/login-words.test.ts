import { expect, test } from 'bun:test'
import type { Login } from '../../shared/wire/login.ts'
import { isUnderWay, loginWords } from './login-words.ts'

const login: Login = { agent: 'claude', state: 'running', readsInput: true, output: '', link: null }
const ended: Login = { ...login, state: 'ended', end: 'finished', signedIn: null }

test.each<[Login, boolean, string]>([
  [login, true, 'Claude’s sign-in starts.'],
  [{ ...login, output: 'Open this' }, true, ''],
  [{ ...login, state: 'checking' }, true, 'Asking Claude whether it is signed in.'],
  // Whatever its program came to: what the agent says of itself counts.
  [
    { ...ended, end: 'timed_out', signedIn: true },
    false,
    'Claude is signed in. Idle sessions go on with it.',
  ],
  [{ ...ended, end: 'timed_out', signedIn: false }, false, 'It took too long and was ended.'],
  [{ ...ended, end: 'cancelled' }, false, 'It was given up.'],
  [{ ...ended, signedIn: false }, false, 'Claude says that nobody is signed in.'],
  [
    ended,
    false,
    'Its program ended. Claude cannot be asked whether it is signed in: start a session to see.',
  ],
])('%o is under way: %p, and says “%s”', (one, underWay, words) => {
  expect(isUnderWay(one)).toBe(underWay)
  expect(loginWords(one, 'Claude')).toBe(words)
})
