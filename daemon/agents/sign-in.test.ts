import { expect, test } from 'bun:test'
import { claudeSignIn, codexSignIn, readStatus } from './sign-in.ts'

const ask = (signIn: typeof claudeSignIn, said: { stdout?: string; stderr?: string }) => {
  if (!signIn.status) throw new TypeError('it has a status command')
  return readStatus(signIn.status, { stdout: '', stderr: '', ...said })
}

test('claude answers in JSON on stdout', () => {
  expect(ask(claudeSignIn, { stdout: '{"loggedIn": true, "authMethod": "claude.ai"}\n' })).toBe(true)
  expect(ask(claudeSignIn, { stdout: '{"loggedIn": false}' })).toBe(false)
  for (const stdout of ['', 'Error: no such command', '[]', 'null', '{"loggedIn": "yes"}'])
    expect(ask(claudeSignIn, { stdout })).toBeNull()
})

test('codex answers in a sentence on stderr, and "Not logged in" is not "Logged in"', () => {
  expect(ask(codexSignIn, { stderr: 'Logged in using ChatGPT\n' })).toBe(true)
  expect(ask(codexSignIn, { stderr: 'Not logged in\n' })).toBe(false)
  expect(ask(codexSignIn, { stdout: 'Logged in using ChatGPT' })).toBeNull()
  expect(ask(codexSignIn, { stderr: 'thread main panicked' })).toBeNull()
})
