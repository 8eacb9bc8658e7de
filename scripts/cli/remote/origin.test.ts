import { expect, test } from 'bun:test'
import { originOf, readSetUpLink } from './origin.ts'

test('an authority is reached over https, or on this host', () => {
  expect(originOf('https://fairlead.example/some/page')).toBe('https://fairlead.example')
  expect(originOf('http://127.0.0.1:7888')).toBe('http://127.0.0.1:7888')
  expect(originOf('http://[::1]:7888/')).toBe('http://[::1]:7888')
  for (const bad of ['http://fairlead.example', 'fairlead.example', 'ftp://127.0.0.1', '']) {
    expect(() => originOf(bad)).toThrow('an authority’s address')
  }
})

const TOKEN = `fu_${'0'.repeat(32)}`

test('a set-up link has its token in the fragment, and after a dot what its machine knows', () => {
  const link = `https://fairlead.example/set-up#${TOKEN}`
  const origin = 'https://fairlead.example'
  expect(readSetUpLink(link)).toEqual({ origin, token: TOKEN, pairing: null })
  const pairing = 'A-b_'.repeat(5).padEnd(22, 'c')
  expect(readSetUpLink(`${link}.${pairing}`)).toEqual({ origin, token: TOKEN, pairing })
  for (const bad of [
    `https://fairlead.example/set-up?${TOKEN}`,
    `${link}.short`,
    `${link}.${pairing}.x`,
    'x',
  ]) {
    expect(() => readSetUpLink(bad)).toThrow('this is no set-up link')
  }
})
