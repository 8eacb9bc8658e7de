import { describe, expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import { encodeResponseHead, parseResponseHead } from './response-head.ts'

describe('the head of an answer', () => {
  test('status and the listed headers arrive, the socket’s own stay behind', () => {
    const response = new Response('x', {
      status: 206,
      headers: {
        'Content-Range': 'bytes 0-0/9',
        'Content-Type': 'text/plain',
        'Set-Cookie': 'a=b',
        'Transfer-Encoding': 'chunked',
        'X-Powered-By': 'x',
      },
    })
    const head = encodeResponseHead(response)
    if (!head.ok) throw head.error
    const read = parseResponseHead(head.value)
    if (!read.ok) throw read.error
    expect(read.value.status).toBe(206)
    expect(Object.keys(read.value.headers).sort()).toEqual(['content-range', 'content-type'])
  })

  test('a head that cannot be an answer is refused', () => {
    const texts = [
      '',
      'null',
      '{}',
      '{"status":200}',
      '{"status":199,"headers":{}}',
      '{"status":600,"headers":{}}',
      '{"status":"200","headers":{}}',
      '{"status":200.5,"headers":{}}',
      '{"status":200,"headers":[]}',
      '{"status":200,"headers":{"set-cookie":"a=b"}}',
      '{"status":200,"headers":{"content-type":"a\\r\\nb"}}',
    ]
    for (const text of texts) expect([text, parseResponseHead(utf8(text)).ok]).toEqual([text, false])
  })

  test('a handler’s header that is no ASCII is its own mistake, said as such', () => {
    const head = encodeResponseHead(new Response('', { headers: { 'content-disposition': 'filename="é"' } }))
    expect(head.ok ? 'ok' : head.error.code).toBe('internal')
  })
})
