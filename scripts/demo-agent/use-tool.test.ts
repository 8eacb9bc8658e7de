import { afterAll, beforeAll, expect, test } from 'bun:test'
import { field, textField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { callText, type Opened } from './test-session.ts'

const SESSION = 'mcp-1'
let sawMethods: string[] = []
let sawHeaders: (string | null)[] = []

/** A tool server over streamable HTTP: tools/call answers with an event stream, everything else with JSON. */
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const message: unknown = await request.json()
    const method = textField(message, 'method') ?? ''
    sawMethods.push(method)
    sawHeaders.push(request.headers.get('authorization'))
    if (method !== 'initialize' && request.headers.get('mcp-session-id') !== SESSION)
      return new Response('no session', { status: 400 })
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id: field(message, 'id'), result })
    if (method === 'initialize')
      return Response.json(answer({ protocolVersion: '2025-06-18' }), {
        headers: { 'mcp-session-id': SESSION },
      })
    if (method === 'tools/list') return Response.json(answer({ tools: [{ name: 'ping' }] }))
    if (method !== 'tools/call') return new Response(null, { status: 202 })
    const input = field(field(message, 'params'), 'arguments')
    const events = [
      { jsonrpc: '2.0', method: 'notifications/progress' },
      answer({ content: [{ type: 'text', text: `pong ${JSON.stringify(input)}` }] }),
    ]
    return new Response(
      events.map((event) => `event: message\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join(''),
      {
        headers: { 'content-type': 'text/event-stream' },
      },
    )
  },
})

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  const headers = [{ name: 'Authorization', value: 'Bearer t' }]
  opened = await bench.open({
    mcpServers: [{ type: 'http', name: 'tools', url: server.url.href, headers }],
  })
})
afterAll(async () => {
  await bench.close()
  await server.stop(true)
})

test('a tool is asked for first, then called with the headers it came with', async () => {
  sawMethods = []
  sawHeaders = []
  const answer = opened.prompt('tool: ping {"n":1}')
  const ask = await opened.asked()
  expect(sawMethods).toEqual([])
  expect(field(field(ask.params, 'toolCall'), 'rawInput')).toEqual({ tool: 'ping', arguments: { n: 1 } })
  opened.choose(ask, 'once')
  await answer
  expect(sawMethods).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call'])
  expect(new Set(sawHeaders)).toEqual(new Set(['Bearer t']))
  const update = opened.updates('tool_call_update').at(-1)
  expect(update).toMatchObject({ status: 'completed' })
  expect(callText(update)).toBe('pong {"n":1}')
})

test('a tool that no server has is a failed call that names those there are', async () => {
  const answer = opened.prompt('tool: pong {}')
  opened.choose(await opened.asked(), 'once')
  await answer
  expect(opened.updates('tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
  expect(opened.text()).toContain('tools has ping')
})
