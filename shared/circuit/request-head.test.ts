import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8 } from '../bytes.ts'
import { CIRCUIT_HEAD_BYTES } from '../limits.ts'
import { encodeRequestHead, MACHINE_ORIGIN, parseRequestHead } from './request-head.ts'

const headOf = (fault: object): Uint8Array =>
  utf8(JSON.stringify({ method: 'GET', path: '/v1/sessions', headers: {}, ...fault }))
const codeOf = (payload: Uint8Array): string => {
  const head = parseRequestHead(payload)
  return head.ok ? 'ok' : head.error.code
}

describe('a request head', () => {
  test('what a client asks is what is served', () => {
    const asked = new Request(`${MACHINE_ORIGIN}/v1/files/a%2Fb%20c?x=1&y=%23&u=http://other/..`, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': 'k1' },
    })
    const head = encodeRequestHead(asked)
    if (!head.ok) throw head.error
    expect(parseRequestHead(head.value)).toEqual({
      ok: true,
      value: {
        method: 'PUT',
        path: '/v1/files/a%2Fb%20c?x=1&y=%23&u=http://other/..',
        headers: { 'content-type': 'text/plain', 'idempotency-key': 'k1' },
      },
    })
  })

  test('paths that could mean another place are refused', () => {
    const paths = [
      '',
      'v1',
      '@evil/x',
      ':80/x',
      '.evil/x',
      '//evil/x',
      '///x',
      '/a//b',
      '/\\evil',
      '/a\\b',
      '/a?b=\\',
      '/a#b',
      '/a?b#c',
      '/.',
      '/..',
      '/./a',
      '/a/.',
      '/a/../b',
      '/a/..?x',
      '/%2e%2e/a',
      '/a/%2E./b',
      '/a/.%2e',
      '/a/%2e',
      '/%',
      '/a%2',
      '/a%zz',
      '/a b',
      '/a\tb',
      '/a\nb',
      '/a\r\nhost: evil',
      '/a\u0000',
      '/a\u007f',
      '/ä',
      '/\u202e',
      '/a"b',
      '/a<b>',
      '/a`b',
      '/a{b}',
      'http://evil/x',
      ' /a',
      '/a ',
    ]
    for (const path of paths) expect([path, codeOf(headOf({ path }))]).toEqual([path, 'invalid_request'])
  })

  test('a path that is served has the host that it should and no other character than it came with', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'/.\\%2eE@:#?&=a0-~ ä') }), (text) => {
        const path = `/${text}`
        const head = parseRequestHead(headOf({ path }))
        if (!head.ok) return
        const url = new URL(new Request(MACHINE_ORIGIN + path).url)
        expect(url.host).toBe('machine')
        expect(url.href).toBe(MACHINE_ORIGIN + path)
      }),
      { numRuns: 2_000 },
    )
  })

  test('methods are a short list', () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(codeOf(headOf({ method }))).toBe('ok')
    }
    for (const method of ['get', 'CONNECT', 'TRACE', 'OPTIONS', 'GET ', '', null, 1, ['GET']]) {
      expect(codeOf(headOf({ method }))).toBe('invalid_request')
    }
  })

  test('headers that say who asks or where to are refused, and values that could split a head', () => {
    for (const name of [
      'authorization',
      'cookie',
      'host',
      'origin',
      'x-forwarded-for',
      'Accept',
      '__proto__',
      '',
    ]) {
      const text = `{"method":"GET","path":"/a","headers":{${JSON.stringify(name)}:"x"}}`
      expect([name, codeOf(utf8(text))]).toEqual([name, 'invalid_request'])
    }
    for (const value of ['a\r\nb: c', 'a\u0000', 'ä', '\u007f', 1, null, ['a'], {}]) {
      expect(codeOf(headOf({ headers: { accept: value } }))).toBe('invalid_request')
    }
    for (const headers of [null, [], 'accept: x', 1])
      expect(codeOf(headOf({ headers }))).toBe('invalid_request')
  })

  test('what is no head is refused', () => {
    for (const text of ['', '{', 'null', '[]', '{}', '"GET"', '{"method":"GET","path":"/"}']) {
      expect(codeOf(utf8(text))).toBe('invalid_request')
    }
    expect(codeOf(Uint8Array.of(0xff, 0xfe))).toBe('invalid_request')
  })

  test('a client is held to the same rules before anything is sent', () => {
    const refusals: [Request, string][] = [
      [new Request('http://other/x'), 'invalid_request'],
      [new Request('https://machine/x'), 'invalid_request'],
      [new Request('http://machine.evil/x'), 'invalid_request'],
      [new Request(`${MACHINE_ORIGIN}/a//b`), 'invalid_request'],
      [new Request(`${MACHINE_ORIGIN}/a`, { headers: { authorization: 'x' } }), 'invalid_request'],
      [new Request(`${MACHINE_ORIGIN}/${'a'.repeat(CIRCUIT_HEAD_BYTES)}`), 'head_too_large'],
    ]
    for (const [request, code] of refusals) {
      const head = encodeRequestHead(request)
      expect(head.ok ? 'ok' : head.error.code).toBe(code)
    }
  })
})
