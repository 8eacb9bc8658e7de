import { expect, test } from 'bun:test'
import { moduleFacts } from './module-facts.ts'

test('imports say where they lead, whether they are types, and whether they wait', () => {
  const text = `import type { A } from './a.ts'
import { type B, c } from '../c.ts'
export { d } from 'node:fs'
const e = await import('./e.ts')
`
  const found = moduleFacts('daemon/x/y.ts', text).imports.map(({ offset: _, ...rest }) => rest)
  expect(found).toEqual([
    { specifier: './a.ts', target: 'daemon/x/a.ts', typeOnly: true, dynamic: false },
    { specifier: '../c.ts', target: 'daemon/c.ts', typeOnly: false, dynamic: false },
    { specifier: 'node:fs', target: null, typeOnly: false, dynamic: false },
    { specifier: './e.ts', target: 'daemon/x/e.ts', typeOnly: false, dynamic: true },
  ])
})

test('uses are dotted names as code has them, never words in strings, comments or markup', () => {
  const text = `// Date.now()
const el = <p>don't say "Date.now()" {process['env']}</p>
const s = \`a \${Math.random()} b\`
`
  const { uses, strings, comments } = moduleFacts('ui/x.tsx', text)
  expect(uses.map(({ name, how }) => `${how} ${name}`)).toEqual([
    'read process.env',
    'call Math.random',
    'read Math.random',
  ])
  expect(strings.map((piece) => piece.text)).toEqual(['env', 'a ? b'])
  expect(comments.map((piece) => piece.text)).toEqual([' Date.now()'])
})

test('a file that does not parse is named', () => {
  expect(() => moduleFacts('ui/x.ts', 'const = 3')).toThrow(/^ui\/x\.ts: /)
})
