import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitCommandLine } from './command-line.ts'

const words = (text: string): string[] => {
  const split = splitCommandLine(text)
  if (!split.ok) throw split.error
  return split.value
}

test('splits at spaces, tabs and newlines', () => {
  expect(words('  gemini\t--acp \n -x ')).toEqual(['gemini', '--acp', '-x'])
})

test('quotes keep spaces, join with what touches them, and make empty words', () => {
  expect(words(`a 'b c'd "e  f" '' ""`)).toEqual(['a', 'b cd', 'e  f', '', ''])
})

test('a backslash escapes outside quotes, only special characters inside double ones, nothing inside single ones', () => {
  expect(words('a\\ b "c\\"d\\e" \'f\\g\'')).toEqual(['a b', 'c"d\\e', 'f\\g'])
})

test('nothing is expanded and no operator is special', () => {
  expect(words('$HOME ~ *.ts $(id) `id` ; && >x')).toEqual([
    '$HOME',
    '~',
    '*.ts',
    '$(id)',
    '`id`',
    ';',
    '&&',
    '>x',
  ])
})

test('an open quote, a trailing backslash and an empty line are refused without repeating the line', () => {
  for (const text of ["secret 'x", 'secret "x', 'secret \\', 'secret "x\\"', '', '   ']) {
    const split = splitCommandLine(text)
    expect(split.ok).toBe(false)
    if (!split.ok) {
      expect(split.error.code).toBe('invalid_request')
      expect(split.error.message).not.toContain('secret')
    }
  }
})

test('single quoting any words and splitting them gives the words back', () => {
  const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (list) => {
      expect(words(list.map(quote).join(' '))).toEqual(list)
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('a real shell splits the same way', () => {
  const line = `a 'b c'd "e \\"f\\" \\x" g\\ h "" i'j'"k"`
  const shell = Bun.spawnSync(['/bin/sh', '-c', `printf '%s\\n' ${line}`], { timeout: 5_000 })
  expect(words(line).join('\n') + '\n').toBe(shell.stdout.toString())
})
