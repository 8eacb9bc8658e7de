import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'

const SECRET = 'sk-credential-routes-0123456789'
let home: TempHome
let kit: TestCore
let api: TestApi

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

async function ask(method: string, path: string, body?: object): Promise<[number, string]> {
  const response = await api.fetch(`/v1/agents/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: body ? JSON.stringify(body) : null,
  })
  return [response.status, await response.text()]
}

test('a key is set, told of by name and time, and taken away', async () => {
  expect(await ask('GET', 'codex/credentials')).toEqual([200, '[{"variable":"CODEX_API_KEY","setAt":null}]'])
  const [status, set] = await ask('PUT', 'codex/credentials/CODEX_API_KEY', { secret: SECRET })
  expect([status, JSON.parse(set)]).toEqual([200, { variable: 'CODEX_API_KEY', setAt: expect.any(Number) }])
  kit.clock.advance(5_000)
  // The same again is no change.
  expect((await ask('PUT', 'codex/credentials/CODEX_API_KEY', { secret: SECRET }))[1]).toBe(set)
  expect((await ask('GET', 'codex/credentials'))[1]).toBe(`[${set}]`)
  const gone = '{"variable":"CODEX_API_KEY","setAt":null}'
  expect(await ask('DELETE', 'codex/credentials/CODEX_API_KEY')).toEqual([200, gone])
  expect(await ask('DELETE', 'codex/credentials/CODEX_API_KEY')).toEqual([200, gone])
})

test('only a variable that the agent names, and only one line, is taken', async () => {
  const code = async (path: string, secret: unknown) => {
    const [, text] = await ask('PUT', path, { secret: secret as string })
    expect(text).not.toContain('sk-bad')
    return JSON.parse(text).error.code
  }
  expect(await code('codex/credentials/LD_PRELOAD', 'sk-bad')).toBe('credential_unknown')
  expect(await code('nobody/credentials/CODEX_API_KEY', 'sk-bad')).toBe('agent_not_found')
  for (const bad of ['', ' ', 'sk-bad\n', 'sk-bad\u0000', 'sk-bad'.repeat(5_000), 7, null])
    expect(await code('codex/credentials/CODEX_API_KEY', bad)).toBe('invalid_request')
})

test('a key is in no answer and in no file of the home', async () => {
  await ask('PUT', 'codex/credentials/CODEX_API_KEY', { secret: SECRET })
  await ask('PUT', 'claude/credentials/ANTHROPIC_API_KEY', { secret: SECRET })
  const gets = api.app.routes.filter(
    ({ method, path }) => method === 'GET' && /agents|status|sessions\/?$/.test(path),
  )
  expect(gets.length).toBeGreaterThan(4)
  for (const { path } of gets) {
    const at = path.replace(':agent', 'codex')
    if (/capabilities/.test(at)) continue
    expect(await (await api.fetch(at)).text()).not.toContain(SECRET)
  }
  const files = readdirSync(home.path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.map(({ name }) => name)).toContain('daemon.db')
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name))
    expect([name, bytes.includes(SECRET)]).toEqual([name, false])
  }
})
