import { expect, test } from 'bun:test'
import { readableInput } from './readable-input.ts'

const read = (value: unknown) => readableInput({ rawInput: JSON.stringify(value) })

test('a command reads as a command, with its directory and whatever else was given', () => {
  expect(read({ command: 'ls -l', cwd: '/w', sandbox: false })).toEqual({
    kind: 'command',
    text: 'ls -l',
    cwd: '/w',
    rest: '{"sandbox":false}',
  })
})

test('an argument list shows where each argument ends', () => {
  expect(read({ command: ['rm', '-rf', 'a b', ''] })?.text).toBe('rm -rf "a b" ""')
})

test('anything else is its JSON, and what is no JSON stays as it came', () => {
  expect(read({ path: 'a' })).toEqual({ kind: 'input', text: '{"path":"a"}' })
  expect(readableInput({ rawInput: '{"half": ' })).toEqual({ kind: 'input', text: '{"half": ' })
})

test('nothing given is nothing shown', () => {
  expect([readableInput({}), read({}), read(null), readableInput({ rawInput: ' ' })]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
