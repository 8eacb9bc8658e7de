import { expect, test } from 'bun:test'
import type { ModelTool } from './model-tool.ts'
import type { Reply, Step } from './reply.ts'
import { replyTo } from './script.ts'
import { turnSaying } from './test-stub.ts'
import type { Turn } from './turn.ts'

const bash: ModelTool = {
  name: 'bash',
  form: 'function',
  schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  description: '',
}

const reply = (words: string, rest: Partial<Turn> = {}, times = 1): Reply =>
  replyTo(turnSaying(words, { tools: [bash], ...rest }), { times, request: 7 })

function steps(words: string, rest: Partial<Turn> = {}): readonly Step[] {
  const made = reply(words, rest)
  if (made.as === 'error') throw new TypeError(`an error: ${made.decided}`)
  return made.steps
}

const told = (text: string): Step => ({ do: 'text', text })
const ran = (command: string, n = 0): Step => ({
  do: 'call',
  id: `1_7_${n}`,
  call: { form: 'function', name: 'bash', input: { command } },
})

test('words without a directive are said back', () => {
  expect(reply('hello')).toEqual({
    as: 'steps',
    steps: [told('stub: hello')],
    stop: 'end_turn',
    decided: 'echo',
    housekeeping: false,
  })
})

test('directives are carried out in order', () => {
  expect(steps('[[think hm]] [[say a]] [[sleep 5]] [[say b]]')).toEqual([
    { do: 'think', text: 'hm' },
    told('a'),
    { do: 'wait', ms: 5 },
    told('b'),
  ])
  expect(reply('[[usage 10 20]] [[stop max_tokens]]')).toMatchObject({
    steps: [told('ok')],
    usage: { input: 10, output: 20 },
    stop: 'max_tokens',
  })
})

test('tokens are so many words, each after its pause', () => {
  expect(steps('[[tokens 3 5]]')).toEqual([
    { do: 'wait', ms: 5 },
    told('alpha1 '),
    { do: 'wait', ms: 5 },
    told('bravo2 '),
    { do: 'wait', ms: 5 },
    told('charlie3 '),
  ])
  expect(steps('[[tokens 5000]]')).toHaveLength(5_000)
})

test('a reply ends with its tool call, and goes on after the result', () => {
  const words = '[[say before]] [[bash ls]] [[say between]] [[bash pwd]] [[say after]]'
  expect(reply(words)).toMatchObject({ steps: [told('before'), ran('ls')], stop: 'tool_use' })
  expect(steps(words, { results: ['a.txt'] })).toEqual([
    told('tool said: a.txt\n'),
    told('between'),
    ran('pwd'),
  ])
  expect(reply(words, { results: ['a.txt', '/tmp'] })).toMatchObject({
    steps: [told('tool said: /tmp\n'), told('after')],
    stop: 'end_turn',
  })
})

test('two calls of one reply wait for both results', () => {
  const words = '[[bash-both ls || pwd]] [[say both]]'
  expect(steps(words)).toEqual([ran('ls', 0), ran('pwd', 1)])
  expect(steps(words, { results: ['a', 'b'] })).toEqual([told('tool said: b\n'), told('both')])
})

test('a tool that the agent does not have is told, once, and the rest goes on', () => {
  const words = '[[ask Sure?]] [[bash ls]] [[say end]]'
  expect(steps(words)).toEqual([told('stub: no ask tool\n'), ran('ls')])
  expect(steps(words, { results: ['a'] })).toEqual([told('tool said: a\n'), told('end')])
})

test('more results than calls end the turn', () => {
  expect(steps('[[bash ls]] [[say end]]', { results: ['a', 'b', 'c'] })).toEqual([told('tool said: c\n')])
})

test('nothing comes after a hang or a cut', () => {
  expect(steps('[[say a]] [[hang]] [[say b]]')).toEqual([told('a'), { do: 'hang' }])
  expect(steps('[[drop]] [[say b]]')).toEqual([{ do: 'drop' }])
})

test('an error comes as often as it is asked for, and never once a tool has run', () => {
  const failed = { as: 'error', status: 503 }
  expect(reply('[[say a]] [[error 503 2]]')).toMatchObject(failed)
  expect(reply('[[say a]] [[error 503 2]]', {}, 2)).toMatchObject(failed)
  expect(reply('[[say a]] [[error 503 2]]', {}, 3)).toMatchObject({ steps: [told('a')] })
  expect(reply('[[error 503]]', {}, 99)).toMatchObject(failed)
  expect(reply('[[bash ls]] [[error 503]]', { results: ['a'] })).toMatchObject({ as: 'steps' })
})

test('what was said before is remembered', () => {
  expect(steps('[[remember]]', { earlier: ['hello', 'the code is 17'] })).toEqual([
    told('remembered:\n- hello\n- the code is 17\n'),
  ])
})

test('a directive that is not understood is told', () => {
  expect(steps('[[tokens many]]')).toEqual([told('stub: not understood, it is [[tokens N MS]]\n')])
})

test('housekeeping does nothing of what it quotes', () => {
  const made = reply('[[hang]]', { tools: [], system: 'Write a title for this.' })
  expect(made).toMatchObject({ steps: [told('stub title')], housekeeping: true })
})
