import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Directive, parseDirectives } from './directives.ts'

test('each directive is read with its arguments', () => {
  const read: [string, Directive][] = [
    ['[[say  hello there ]]', { do: 'say', text: 'hello there' }],
    ['[[think a\nb]]', { do: 'think', text: 'a\nb' }],
    ['[[tokens 3 20]]', { do: 'tokens', count: 3, everyMs: 20 }],
    ['[[tokens 3]]', { do: 'tokens', count: 3, everyMs: 0 }],
    ['[[bash ls | wc]]', { do: 'bash', commands: ['ls | wc'], escalate: true }],
    ['[[bash-plain ls]]', { do: 'bash', commands: ['ls'], escalate: false }],
    ['[[bash-both ls || pwd]]', { do: 'bash', commands: ['ls', 'pwd'], escalate: true }],
    ['[[write a/b.txt one\ntwo]]', { do: 'write', path: 'a/b.txt', content: 'one\ntwo' }],
    ['[[read a.txt]]', { do: 'read', path: 'a.txt' }],
    ['[[ask Which? | A | B]]', { do: 'ask', question: 'Which?', options: ['A', 'B'] }],
    ['[[ask Sure?]]', { do: 'ask', question: 'Sure?', options: ['Yes', 'No'] }],
    ['[[plan One | Two]]', { do: 'plan', steps: ['One', 'Two'] }],
    ['[[sleep 5]]', { do: 'sleep', ms: 5 }],
    ['[[error 500]]', { do: 'error', status: 500, times: Number.POSITIVE_INFINITY }],
    ['[[error 429 2]]', { do: 'error', status: 429, times: 2 }],
    ['[[usage 10 20]]', { do: 'usage', input: 10, output: 20 }],
    ['[[stop refusal]]', { do: 'stop', reason: 'refusal' }],
    ['[[hang]]', { do: 'hang' }],
    ['[[drop]]', { do: 'drop' }],
    ['[[remember]]', { do: 'remember' }],
    ['[[tool ping {"a": 1}]]', { do: 'tool', name: 'ping', input: '{"a": 1}' }],
    ['[[tool ping]]', { do: 'tool', name: 'ping', input: '' }],
  ]
  for (const [text, directive] of read) expect(parseDirectives(text)).toEqual([directive])
})

test('several are read in order, with any words between them', () => {
  const kinds = parseDirectives('please [[say a]] and [[bash ls]] then[[hang]].').map((one) => one.do)
  expect(kinds).toEqual(['say', 'bash', 'hang'])
})

test('brackets in brackets belong to the outer directive', () => {
  expect(parseDirectives('[[bash [[ -f a ]] && echo yes]]')).toEqual([
    { do: 'bash', commands: ['[[ -f a ]] && echo yes'], escalate: true },
  ])
})

test('a tool’s JSON may hold directives, brackets and quotes in its strings', () => {
  const input = JSON.stringify({ prompt: '[[say "hi"]] [[bash ls]] ]] }', list: [[1]] })
  expect(parseDirectives(`[[tool Agent ${input}]] [[say after]]`)).toEqual([
    { do: 'tool', name: 'Agent', input },
    { do: 'say', text: 'after' },
  ])
})

test('what is no directive, or has no end, is words', () => {
  const words = [
    'hello',
    '[[nothing x]]',
    '[[say',
    '[[say x]',
    '[[ say x]]',
    '[[saying x]]',
    '[[constructor]]',
  ]
  for (const text of words) expect(parseDirectives(text)).toEqual([])
  expect(parseDirectives('[[say x [[hang]]')).toEqual([{ do: 'hang' }])
})

test('arguments that do not fit are told, with how they should look', () => {
  const unclear = ['[[tokens many]]', '[[sleep]]', '[[error 200]]', '[[usage 1]]', '[[stop it]]', '[[read]]']
  for (const text of [...unclear, '[[bash]]', '[[bash-both a || ]]', '[[write]]', '[[tool]]', '[[ask]]']) {
    expect(parseDirectives(text)).toMatchObject([{ do: 'unclear' }])
  }
  expect(parseDirectives('[[tokens 1 2 3]]')).toEqual([{ do: 'unclear', text: '[[tokens N MS]]' }])
})

test('any text is read, and a directive is found whatever stands around it', () => {
  const parts = fc.constantFrom('[[', ']]', '[[say ', '[[tool t ', '{', '}', '"', '\\', '[', ']', ' ', 'x')
  const text = fc.array(parts, { maxLength: 30 }).map((some) => some.join(''))
  fc.assert(
    fc.property(text, (noise) => {
      parseDirectives(noise)
      const closed = parseDirectives(`${noise.replaceAll('[', '(')}[[say found]]`)
      expect(closed).toEqual([{ do: 'say', text: 'found' }])
    }),
    { numRuns: 2_000, seed: 1 },
  )
})

test('any JSON comes through a tool directive as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (value) => {
      const input = JSON.stringify(value)
      expect(parseDirectives(`[[tool t ${input}]]`)).toEqual([{ do: 'tool', name: 't', input }])
    }),
    { numRuns: 1_000, seed: 1 },
  )
})
