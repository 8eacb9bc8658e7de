import { expect, test } from 'bun:test'
import { gateLink } from './link-gate.ts'

test.each([
  ['https://example.org/a?b#c', 'example.org'],
  ['HTTP://Example.org:8080', 'example.org:8080'],
  ['mailto:a@example.org', ''],
])('%s passes', (text, host) => {
  expect(gateLink(text)).toEqual({ href: new URL(text).href, host })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' https://example.org',
  'data:text/html,<script>1</script>',
  'file:///etc/passwd',
  'vscode://open',
  'blob:https://example.org/1',
  '//example.org',
  '/v1/me',
  '#/m/x',
  'example.org',
  'https://bank.example@evil.example/',
  'https://user:word@example.org/',
  'https://exam\u202eple.org',
  'https://exam\u200bple.org',
  'https://',
  '',
])('%j is refused', (text) => {
  expect(gateLink(text)).toBeNull()
})
