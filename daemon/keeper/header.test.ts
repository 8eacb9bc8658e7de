import { expect, test } from 'bun:test'
import { utf8 } from '../../shared/bytes.ts'
import { argvOf, countOf, environmentOf, runOf, textOf } from './header.ts'

test('only what has the right shape is read from a header', () => {
  expect(runOf({ run: 'run_00000000000000000000000000' })).toBe('run_00000000000000000000000000')
  for (const run of ['../../etc/passwd', 'run_', 1, null]) expect(runOf({ run })).toBeUndefined()
  expect(countOf({ n: 3 }, 'n')).toBe(3)
  for (const n of [-1, 1.5, 2 ** 60, '3', null]) expect(countOf({ n }, 'n')).toBeUndefined()
  expect(textOf({ cwd: '/' }, 'cwd')).toBe('/')
  expect(textOf({ cwd: '' }, 'cwd')).toBeUndefined()
  expect(argvOf({ argv: ['sh', '-c'] })).toEqual(['sh', '-c'])
  for (const argv of [[], 'sh', ['sh', 1]]) expect(argvOf({ argv })).toBeUndefined()
})

test('an environment is a JSON object of texts', () => {
  expect(environmentOf(utf8('{"A":"1"}'))).toEqual({ A: '1' })
  for (const text of ['{"A":1}', '[]', 'null', '{', '']) expect(environmentOf(utf8(text))).toBeUndefined()
})
