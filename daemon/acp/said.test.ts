import { expect, test } from 'bun:test'
import { unsaid } from './said.ts'

const long = 'a line of output that nobody would write by chance'

test('text that the content says is left out, alone, in a fence or as a part', () => {
  expect(unsaid('hi\n', ['hi'])).toBeUndefined()
  expect(unsaid('hi', ['```console\nhi\n```'])).toBeUndefined()
  expect(unsaid({ stdout: long, stderr: '', code: null }, [`before\n${long}\nafter`])).toBeUndefined()
  expect(unsaid([{ type: 'text', text: 'hi' }], ['hi'])).toBeUndefined()
})

test('what it does not say is kept, short words too', () => {
  expect(unsaid({ output: 'all ok', status: 'ok', exit: 0, more: false }, ['all ok'])).toEqual({
    status: 'ok',
    exit: 0,
    more: false,
  })
  expect(unsaid({ a: 'x' }, [])).toEqual({ a: 'x' })
  expect(unsaid({ a: { type: 'image', data: 'AAAA' } }, ['x'])).toEqual({
    a: { type: 'image', data: 'AAAA' },
  })
})

test('many strings against much text stop being compared, and are kept', () => {
  const text = 'x'.repeat(4 * 1024 * 1024)
  const strings = Array.from({ length: 5_000 }, (_, i) => `${i} ${'y'.repeat(40)}`)
  expect(unsaid(strings, [text])).toEqual(strings)
})
