import { expect, test } from 'bun:test'
import { blocksOf, htmlOf } from './markdown-blocks.ts'

const html = (text: string): string =>
  blocksOf(text)
    .map((block) => (block.kind === 'code' ? `CODE(${block.language}):${block.text}` : htmlOf(block.token)))
    .join('')

test('raw HTML is text', () => {
  expect(html('<img src=x onerror=1>\n\na <b>b</b>')).not.toMatch(/<(?:img|b)\b/)
})

test('an image is words', () => {
  const drawn = html('![alt "x"](https://evil.example/p.png)')
  expect(drawn).not.toContain('<img')
  expect(drawn).toContain('https://evil.example/p.png')
})

test('only what the gate lets through is a link; the rest keeps its address in sight', () => {
  expect(html('[x](https://example.org/a)')).toContain('<a href="https://example.org/a">x</a>')
  expect(html('[x](javascript:alert)')).toBe('<p>x (<code>javascript:alert</code>)</p>\n')
  expect(html('[a](https://a.example"onclick=1)')).not.toMatch(/"onclick/)
})

test('words that look like another address say where the link goes', () => {
  expect(html('[https://bank.example](https://evil.example)')).toContain('</a> (evil.example)')
  expect(html('[bank.example/login](https://evil.example)')).toContain('(evil.example)')
  expect(html('<https://bank.example>')).not.toContain('(bank.example)')
})

test('code is a block of its own, its language only a name', () => {
  expect(html('```ts\na\n```')).toBe('CODE(ts):a')
  expect(html('```"><script>\na\n```')).toBe('CODE():a')
})

test('a message that grows keeps all its blocks but the last', () => {
  const before = blocksOf('# A\n\nsome text\n\nmore')
  const after = blocksOf('# A\n\nsome text\n\nmore words')
  expect(after.slice(0, -1).map(({ raw }) => raw)).toEqual(before.slice(0, -1).map(({ raw }) => raw))
})
