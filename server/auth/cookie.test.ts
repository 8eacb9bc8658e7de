import { expect, test } from 'bun:test'
import { DAY_MS } from '../../shared/time.ts'
import { cookieRules } from './cookie.ts'
import { credentialsOf } from './credentials.ts'

const issuer = 'a_0123456789abcdefghjkmnpqrs'
const secret = `fs_${'a'.repeat(32)}`
const key = `fk_${'a'.repeat(32)}`

test('over https the cookie is bound to this host', () => {
  const rules = cookieRules(true, issuer, 30 * DAY_MS)
  expect(rules.give(secret)).toBe(
    `__Host-fl=${secret}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(rules.take()).toBe('__Host-fl=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure')
})

test('over loopback http it has a name of its own and no Secure, which browsers would drop it for', () => {
  const rules = cookieRules(false, issuer, 30 * DAY_MS)
  expect(rules.give(secret)).toBe(`fl_01234567=${secret}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`)
})

test.each<[Record<string, string>, 'none' | 'malformed' | 'cookie' | 'bearer' | 'key']>([
  [{}, 'none'],
  [{ cookie: 'other=1; fl=x' }, 'none'],
  [{ cookie: `other=1; fl_a=${secret}` }, 'cookie'],
  [{ cookie: 'fl_a=nonsense' }, 'malformed'],
  [{ authorization: `Bearer ${secret}` }, 'bearer'],
  [{ authorization: `bearer ${secret}` }, 'bearer'],
  [{ authorization: secret }, 'malformed'],
  [{ authorization: 'Basic YTpi' }, 'malformed'],
  [{ authorization: `Bearer ${secret}x` }, 'malformed'],
  [{ authorization: `Bearer ${key}` }, 'key'],
  [{ authorization: `Bearer ${key}`, cookie: `fl_a=${secret}` }, 'key'],
  [{ authorization: `Bearer ${key}x` }, 'malformed'],
  [{ authorization: `Bearer ${key} ${key}` }, 'malformed'],
  [{ authorization: `Bearer ${key}, Bearer ${secret}` }, 'malformed'],
  [{ authorization: 'Bearer fp_' + 'a'.repeat(32) }, 'malformed'],
  [{ cookie: `fl_a=${key}` }, 'malformed'],
  [{ authorization: '', cookie: `fl_a=${secret}` }, 'malformed'],
  [{ authorization: 'Bearer x', cookie: `fl_a=${secret}` }, 'malformed'],
])('%j are credentials: %s', (headers, expected) => {
  const given = credentialsOf(new Request('http://host/x', { headers: new Headers(headers) }), 'fl_a')
  expect(given.kind === 'token' ? given.via : given.kind).toBe(expected)
})
