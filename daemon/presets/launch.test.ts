import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { NewSystem } from '../../shared/wire/preset.ts'
import { catalogue } from '../agents/catalogue.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { routeLaunch } from './launch.ts'

let home: TempHome
let kit: TestCore
beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const table = catalogue({ bunPath: '/opt/bun', demoMain: '/app/scripts/demo-agent/main.ts', home: '/home/f' })
const inherited = {
  PATH: '/bin',
  ANTHROPIC_API_KEY: 'own',
  ANTHROPIC_AUTH_TOKEN: 'own',
  CLAUDE_CODE_OAUTH_TOKEN: 'own',
  OPENAI_API_KEY: 'own',
  OPENROUTER_API_KEY: 'own',
  CODEX_API_KEY: 'own',
}
let count = 0

/** The environment of an agent on a system, and what the session keeps of it. */
function launched(
  agent: string,
  system: Omit<NewSystem, 'name'>,
  key: string | null = 'theirs',
  model = 'm',
) {
  const { core } = kit
  const { presets } = core
  const id = `sy_${++count}`
  presets.store.putSystem({ id, name: 'S', ...system }, 1)
  if (key !== null) presets.putKey(id, key, 1)
  presets.store.putPreset({ id: `ps_${count}`, name: 'P', agent, system: id, model }, 1)
  const session = core.sessions.get(spawnedSession(kit, { agent }))
  const entry = table.find((one) => one.id === agent)
  if (!session || !entry) throw new TypeError(`no agent ${agent}`)
  presets.sessions.insert(session.id, `ps_${count}`)
  const env = core.transact((work) => routeLaunch(core, work, session, { env: { ...inherited }, entry }))
  return { env: env.ok ? env.value : env.error.code, route: presets.sessions.get(session.id)?.route }
}

test('a key of another vendor never goes along to a system', () => {
  const { env } = launched('claude', { kind: 'moonshot' })
  expect(env).toEqual({
    PATH: '/bin',
    OPENAI_API_KEY: 'own',
    OPENROUTER_API_KEY: 'own',
    CODEX_API_KEY: 'own',
    ANTHROPIC_BASE_URL: 'https://api.moonshot.ai/anthropic',
    ANTHROPIC_AUTH_TOKEN: 'theirs',
    ANTHROPIC_MODEL: 'm',
  })
})

test('a system that takes no key gets none of anybody’s', () => {
  const { env } = launched('qwen', { kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:9' }, null)
  expect(env).toMatchObject({
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'm',
  })
})

test('an agent at its own vendor needs no more than the key, unless the address is another', () => {
  const { env, route } = launched('codex', { kind: 'openai' })
  expect(env).toMatchObject({ CODEX_API_KEY: 'theirs' })
  expect(route).toMatchObject({ environment: true, native: true, model: false })
  const other = launched('codex', { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1' })
  // It has no variable for an address: only the protocol can say it.
  expect(other).toMatchObject({ env: inherited, route: { environment: false, native: false } })
})

test('an agent with one list for all vendors is narrowed by how the ids of the system begin', () => {
  const { env, route } = launched('opencode', { kind: 'openrouter' })
  expect(env).toMatchObject({ OPENROUTER_API_KEY: 'theirs', OPENAI_API_KEY: 'own' })
  expect(route?.modelPrefix).toBe('openrouter/')
})

test('a key that went missing ends a start and no more than a start', () => {
  expect(launched('qwen', { kind: 'openrouter' }, null)).toEqual({ env: 'system_not_routable', route: null })
})
