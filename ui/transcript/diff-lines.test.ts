import { expect, test } from 'bun:test'
import { type DiffLine, diffOf, textOf } from './diff-lines.ts'

const drawn = (lines: readonly DiffLine[]): string[] =>
  lines.map((line) => {
    if (line.kind === 'skip' || line.kind === 'no_newline') return line.kind
    const words = line.parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
    return `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.new ?? line.old}${words}`
  })

test('the words that differ are marked, on both sides', () => {
  const { lines, added, removed } = diffOf('a\nlet x = 1\nb\n', 'a\nlet x = 20\nb\n')
  expect(drawn(lines)).toEqual([' 1a', '-2let x = [1]', '+2let x = [20]', ' 3b'])
  expect([added, removed]).toEqual([1, 1])
})

test('lines with nothing in common have no word marks', () => {
  expect(drawn(diffOf('alpha\n', '{}\n').lines)).toEqual(['-1alpha', '+1{}'])
})

test('what is left out between changes is a gap, and so is what is before the first', () => {
  const before = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
  const { lines } = diffOf(before, before.replace('line 10', 'X').replace('line 30', 'Y'))
  expect(drawn(lines).filter((line) => line === 'skip')).toHaveLength(2)
})

test('a new file is all added, and a missing last newline is said', () => {
  expect(drawn(diffOf(null, 'one\ntwo').lines)).toEqual(['+1one', '+2two', 'no_newline'])
})

test('texts too different to compare stand whole, old then new', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word}${n}`).join('\n')
  const { lines, compared } = diffOf(many('a'), many('b'))
  expect([lines.length, compared]).toEqual([6_000, false])
})

test('the parts of a line are the line, whatever is marked', () => {
  const after = 'const found = /^x$/.exec(text.trim()) ?? null'
  const { lines } = diffOf('const found = /^x$/.exec(text)\n', `${after}\n`)
  const added = lines.find(({ kind }) => kind === 'added')
  expect(added?.kind === 'added' && textOf(added.parts)).toBe(after)
})
