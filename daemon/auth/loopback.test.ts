import { expect, test } from 'bun:test'
import { checkLoopback } from './loopback.ts'

const URL_OF_OURS = 'http://127.0.0.1:7887'
const SECRET = 'a'.repeat(32)
const good = { host: '127.0.0.1:7887', authorization: `Bearer ${SECRET}` }

function verdict(headers: Record<string, string | null>): string {
  const given = new Headers()
  for (const [name, value] of Object.entries({ ...good, ...headers })) {
    if (value !== null) given.set(name, value)
  }
  const request = new Request('http://machine/v1/status', { headers: given })
  const admission = checkLoopback(request, SECRET, URL_OF_OURS)
  return admission.ok ? 'ok' : admission.error.code
}

test.each([
  '127.0.0.1:7887',
  '127.0.0.1',
  '127.8.9.1:80',
  'localhost:7887',
  'LOCALHOST',
  '[::1]:7887',
  '[::1]',
])('a loopback address is the machine’s: %s', (host) => expect(verdict({ host })).toBe('ok'))

test.each([
  'evil.example',
  'evil.example:7887',
  '127.0.0.1.evil.example',
  'localhost.evil.example:7887',
  'evil-localhost',
  '10.0.0.1:7887',
  '0.0.0.0:7887',
  '[::2]:7887',
  '::1',
  '127.0.0.1:',
  '127.0.0.1:port',
  '127.0.0.1:123456',
  '127.0.0.1:80:80',
  'evil@127.0.0.1',
  '127.0.0.1/evil',
  '127.0.0.1 evil',
  '',
])('a name that was rebound to us, or no address at all, is refused: %s', (host) => {
  expect(verdict({ host })).toBe('invalid_host')
})

test('a request without a Host is refused', () => expect(verdict({ host: null })).toBe('invalid_host'))

test.each([
  'http://evil.example',
  'https://127.0.0.1:7887',
  'http://127.0.0.1:7888',
  'http://localhost:7887',
  'http://127.0.0.1:7887.evil.example',
  'http://127.0.0.1:7887/',
  'null',
  '',
])('another page is refused, also with the secret: %s', (origin) => {
  expect(verdict({ origin })).toBe('origin_refused')
})

test('our own page is admitted', () => expect(verdict({ origin: URL_OF_OURS })).toBe('ok'))

test.each([
  null,
  '',
  'Bearer',
  'Bearer ',
  SECRET,
  `bearer ${SECRET}`,
  `Bearer ${SECRET}x`,
  `Bearer ${SECRET.slice(1)}`,
  `Bearer ${SECRET.slice(1)}b`,
  `Basic ${SECRET}`,
])('without the secret nobody is known: %s', (authorization) => {
  expect(verdict({ authorization })).toBe('unauthenticated')
})

test('a bad Host is told before a bad Origin, and both before the secret is looked at', () => {
  const all = { host: 'evil.example', origin: 'http://evil.example', authorization: null }
  expect(verdict(all)).toBe('invalid_host')
  expect(verdict({ ...all, host: good.host })).toBe('origin_refused')
})
