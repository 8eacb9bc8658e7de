import { expect, test } from 'bun:test'
import { installParts } from './install-parts.ts'

test('the command or the address at the end of the sentence can be copied or opened', () => {
  expect(installParts('Kimi was not found. Install it with: npm install --global kimi@1.0.0')).toEqual({
    words: 'Kimi was not found. Install it with:',
    command: 'npm install --global kimi@1.0.0',
    link: null,
  })
  expect(installParts('Goose was not found. How to install it: https://example.org/goose').link?.host).toBe(
    'example.org',
  )
})

test('anything else stays the words that it is', () => {
  for (const sentence of [
    'Set it first',
    'See: javascript:alert(1)',
    'Run: npm install \u202eevil',
    'Do: rm -rf /',
  ]) {
    expect(installParts(sentence)).toEqual({ words: sentence, command: null, link: null })
  }
})
