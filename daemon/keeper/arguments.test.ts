import { expect, test } from 'bun:test'
import { keeperLimits } from '../limits.ts'
import { readArguments } from './arguments.ts'

test('a home and an id are enough, limits may be shrunk', () => {
  const plain = readArguments(['--home', '/h', '--id', 'kp_1'])
  expect(plain).toEqual({
    kind: 'ok',
    home: '/h',
    id: 'kp_1',
    socketPath: '/h/run/keeper-1.sock',
    limits: keeperLimits,
  })
  const shrunk = readArguments(['--home', '/h', '--id', 'kp_1', '--limits', '{"idleMs":5}'])
  expect(shrunk).toMatchObject({ limits: { ...keeperLimits, idleMs: 5 } })
})

test('what cannot be used is refused with a sentence', () => {
  const refused: [string[], string][] = [
    [['--id', 'kp_1'], '--home'],
    [['--home', 'relative', '--id', 'kp_1'], '--home'],
    [['--home', '/h', '--id', '../x'], '--id'],
    [['--home', '/h', '--id', 'kp_1', '--limits', '{"nothing":1}'], '--limits'],
    [['--home', '/h', '--id', 'kp_1', '--limits', '{'], '--limits'],
    [['--home', `/${'h'.repeat(90)}`, '--id', 'kp_1'], 'shorter home'],
  ]
  for (const [args, named] of refused) {
    expect(readArguments(args)).toEqual({ kind: 'refused', message: expect.stringContaining(named) })
  }
})
