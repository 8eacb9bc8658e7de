import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { McpServer } from '../../shared/wire/mcp-server.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { spawn, type TestCore, testCore } from '../testing/core.ts'
import { runEnded } from './end-run.ts'
import { acceptPrompt } from './prompt.ts'

let home: TempHome
let kit: TestCore
let own: TestApi

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  own = testApi(kit, home.path)
})

afterAll(async () => {
  kit.close()
  await home.remove()
})

const SECRET = 'the heron stands'
const server: McpServer = {
  name: 'birds',
  url: 'http://127.0.0.1:1/mcp',
  headers: [{ name: 'x-key', value: SECRET }],
}
const given = { type: 'http', ...server }

const create = (mcpServers: unknown) =>
  own.fetch('/v1/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'demo', cwd: home.path, text: 'hello', mcpServers }),
  })

async function created(): Promise<string> {
  const answer = await create([server])
  expect(answer.status).toBe(201)
  const body: { id: string } = await answer.json()
  return body.id
}

/** Its agent's first line after `initialize`. */
function opens(id: string, capabilities: object): Record<string, unknown> | undefined {
  spawn(kit, id)
  kit.taken(id)
  kit.says(id, { id: 'initialize', result: { protocolVersion: 1, agentCapabilities: capabilities } })
  return kit.taken(id)[0]
}

test.each([
  [{ mcpCapabilities: { http: true }, sessionCapabilities: { resume: {} } }, 'session/resume'],
  [{ mcpCapabilities: { http: true }, loadSession: true }, 'session/load'],
])(
  'an agent is given the servers at its first opening and at every later one (%#)',
  async (capabilities, method) => {
    const id = await created()
    expect(opens(id, capabilities)).toMatchObject({ method: 'session/new', params: { mcpServers: [given] } })
    kit.says(id, { id: 'new', result: { sessionId: 'conversation' } })
    const { core } = kit
    core.transact((work) => {
      const session = core.sessions.get(id)
      const run = core.runs.get(session?.run ?? '')
      if (run) runEnded(core, work, run, { kind: 'lost' })
      const ended = core.sessions.get(id)
      if (ended) acceptPrompt(core, work, ended, 'back')
    })
    expect(opens(id, capabilities)).toMatchObject({ method, params: { mcpServers: [given] } })
  },
)

test('one that takes none over HTTP gets none, and the log says so without the headers', async () => {
  const id = await created()
  expect(opens(id, {})).toMatchObject({ method: 'session/new', params: { mcpServers: [] } })
  const errors = kit.events(id).filter((event) => event.type === 'error')
  expect(errors).toMatchObject([{ code: 'mcp_unsupported' }])
  expect(JSON.stringify(kit.events(id))).not.toContain(SECRET)
})

test('no answer of the API carries what the headers say', async () => {
  const id = await created()
  for (const path of [`/v1/sessions/${id}`, '/v1/sessions']) {
    const answer = await own.fetch(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain(SECRET)
  }
})

const many = (n: number): McpServer[] =>
  Array.from({ length: n }, (_, at) => ({ name: `n${at}`, url: server.url }))

test.each([
  ['a scheme that is not HTTP', [{ ...server, url: 'file:///etc/passwd' }], 'mcpServers.0.url'],
  ['a relative address', [{ ...server, url: '/mcp' }], 'mcpServers.0.url'],
  ['a password in the address', [{ ...server, url: 'http://a:b@127.0.0.1/' }], 'mcpServers.0.url'],
  ['two of one name', [server, server], 'mcpServers.1.name'],
  ['a name that is no plain word', [{ ...server, name: 'a b' }], undefined],
  ['a header of two lines', [{ ...server, headers: [{ name: 'x', value: 'a\r\nb: c' }] }], undefined],
  ['more than eight', many(9), undefined],
])('%s is refused', async (_, servers, field) => {
  const answer = await create(servers)
  expect(answer.status).toBe(422)
  const body = await answer.json()
  expect(body).toMatchObject({ error: { code: 'invalid_request' } })
  if (field !== undefined) expect(body).toMatchObject({ error: { detail: { field } } })
})
