import { expect, test } from 'bun:test'
import { type Directive, parseDirectives } from './directives.ts'

const first = (line: string) => parseDirectives(line)[0]

test('a line without a directive is to be said back', () => {
  expect(parseDirectives('hello\n\n  there: you  ')).toEqual([
    { do: 'echo', text: 'hello' },
    { do: 'echo', text: 'there: you' },
  ])
})

test('a name that every object has is not a directive', () => {
  expect(first('constructor: x')).toEqual({ do: 'echo', text: 'constructor: x' })
})

test('each directive is read with its arguments', () => {
  const lines: [string, Directive][] = [
    ['say:  two spaces', { do: 'say', text: ' two spaces' }],
    ['run: ls | wc', { do: 'run', command: 'ls | wc' }],
    ['write: a/b.txt one\\ntwo', { do: 'write', path: 'a/b.txt', text: 'one\ntwo' }],
    ['write: empty.txt', { do: 'write', path: 'empty.txt', text: '' }],
    ['ask: Which? | A | B', { do: 'ask', question: 'Which?', options: ['A', 'B'] }],
    ['plan: One | Two', { do: 'plan', steps: ['One', 'Two'] }],
    ['words: 3 20', { do: 'words', count: 3, everyMs: 20 }],
    ['words: 3', { do: 'words', count: 3, everyMs: 0 }],
    ['usage: 10 20', { do: 'usage', input: 10, output: 20 }],
    ['tool: ping {"a":1}', { do: 'tool', name: 'ping', input: { a: 1 } }],
    ['tool: ping', { do: 'tool', name: 'ping', input: {} }],
    ['background: 5', { do: 'background', ms: 5 }],
    ['flood: 2', { do: 'flood', megabytes: 2 }],
    ['garbage', { do: 'garbage', lines: 1 }],
    ['garbage: 10', { do: 'garbage', lines: 10 }],
    ['oddity: late-answer', { do: 'oddity', name: 'late-answer' }],
    [' hang ', { do: 'hang' }],
    ['/recall', { do: 'recall' }],
  ]
  for (const [line, directive] of lines) expect(first(line), line).toEqual(directive)
})

test('a directive that cannot be followed says what it should look like', () => {
  for (const line of [
    'words: many',
    'usage: 1',
    'tool: ping [1]',
    'oddity: none',
    'flood: 1000',
    'run: ',
    'ask: |',
  ])
    expect(first(line)?.do, line).toBe('unclear')
})
