import { expect, test } from 'bun:test'
import type { ErrorCode } from '../../shared/errors.ts'
import { createSite, type SiteFacts } from './site.ts'

const site = (facts: Partial<SiteFacts>) =>
  createSite({
    origin: null,
    relayUrl: null,
    allowPlainHttp: false,
    listening: () => ({ host: '0.0.0.0', port: 7888 }),
    ...facts,
  })

test.each<[Partial<SiteFacts>, string, string, boolean]>([
  [{}, 'http://127.0.0.1:7888', 'ws://127.0.0.1:7888', true],
  [{ origin: 'https://fl.example' }, 'https://fl.example', 'wss://fl.example', true],
  [
    { origin: 'https://fl.example', relayUrl: 'wss://r.example' },
    'https://fl.example',
    'wss://r.example',
    true,
  ],
  [{ origin: 'http://[::1]:7888' }, 'http://[::1]:7888', 'ws://[::1]:7888', true],
  [{ origin: 'http://fl.example' }, 'http://fl.example', 'ws://fl.example', false],
  [{ origin: 'http://fl.example', allowPlainHttp: true }, 'http://fl.example', 'ws://fl.example', true],
])('%j: origin %s, relay %s, sign-in %p', (facts, origin, relayUrl, allowsSignIn) => {
  const it = site(facts)
  expect([it.origin(), it.relayUrl(), it.allowsSignIn()]).toEqual([origin, relayUrl, allowsSignIn])
})

test.each([
  ['fl.example', true],
  ['FL.example', true],
  ['r.example', true],
  ['127.0.0.1:7888', true],
  ['localhost:7888', true],
  ['[::1]:7888', true],
  ['127.0.0.1:7889', false],
  ['fl.example:7888', false],
  ['evil.example', false],
  ['fl.example.evil.example', false],
  ['', false],
])('a request to %s is answered: %p', (host, known) => {
  const it = site({ origin: 'https://fl.example', relayUrl: 'wss://r.example' })
  expect(it.checkHost(new Request('http://host/x', { headers: { host } })).ok).toBe(known)
})

const own = 'https://fl.example'
const json = 'application/json'

test.each<[Record<string, string>, 'needed' | 'checked', ErrorCode | null]>([
  [{ origin: own, 'content-type': json, 'content-length': '2' }, 'needed', null],
  [{ origin: own, 'content-type': `${json}; charset=utf-8`, 'content-length': '2' }, 'needed', null],
  [{ origin: own }, 'needed', null],
  [{}, 'checked', null],
  [{}, 'needed', 'origin_refused'],
  [{ origin: 'null' }, 'needed', 'origin_refused'],
  [{ origin: 'https://evil.example' }, 'checked', 'origin_refused'],
  [{ origin: 'https://fl.example:8443' }, 'checked', 'origin_refused'],
  [{ origin: 'http://fl.example' }, 'checked', 'origin_refused'],
  [{ origin: own, 'sec-fetch-site': 'same-site' }, 'needed', 'origin_refused'],
  [{ 'sec-fetch-site': 'cross-site' }, 'checked', 'origin_refused'],
  [{ origin: own, 'content-type': 'text/plain', 'content-length': '2' }, 'needed', 'invalid_request'],
  [
    { origin: own, 'content-type': `text/plain; a=${json}`, 'content-length': '2' },
    'needed',
    'invalid_request',
  ],
  [{ origin: own, 'transfer-encoding': 'chunked' }, 'needed', 'invalid_request'],
])('%j with an origin %s: %p', (headers, needed, code) => {
  const request = new Request('http://host/x', { method: 'POST', headers: new Headers(headers) })
  const checked = site({ origin: own }).checkChange(request, needed)
  expect(checked.ok ? null : checked.error.code).toBe(code)
})
