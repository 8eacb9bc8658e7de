/** What a preset does to the agent that it starts, with real processes; each test is named after what went wrong once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { NewPreset, NewSystem } from '../../shared/wire/preset.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data, eventsOf, mustStart, type Rig, until, untilSession } from '../testing/rig.ts'

const LONG = 60_000
const SECRET = 'sk-preset-started-0123456789'
let home: TempHome
let rig: Rig
const path = (name: string) => join(home.path, name)

const select = (id: string, category: string, currentValue: string, values: string[]) => ({
  id,
  name: id,
  category,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value })),
})
const publish = (...models: string[]) =>
  writeFileSync(
    path('controls'),
    JSON.stringify([
      select('m', 'model', 'small', ['small', ...models]),
      select('e', 'thought_level', 'low', ['low', 'high']),
    ]),
  )

const start = () =>
  mustStart({
    home: home.path,
    env: {
      FAIRLEAD_AGENT_QWEN: puppetCommand('--log', path('qwen.log')),
      FAIRLEAD_AGENT_CODEX: puppetCommand(
        '--log',
        path('codex.log'),
        '--controls',
        path('controls'),
        '--providers',
        'openai',
        '--providers-refused-while',
        path('refuse'),
      ),
      FAIRLEAD_AGENT_CLAUDE: puppetCommand('--log', path('claude.log'), '--controls', path('controls')),
      OPENAI_API_KEY: 'sk-inherited',
    },
  })
beforeAll(async () => {
  home = await tempHome()
  publish('large')
  rig = await start()
}, LONG)
afterAll(async () => {
  await rig.stop('all')
  await home.remove()
}, LONG)

async function system(wanted: NewSystem): Promise<string> {
  const { id } = data(await rig.api.v1.systems.post(wanted))
  data(await rig.api.v1.systems({ system: id }).key.put({ secret: SECRET }))
  return id
}
const local: NewSystem = { name: 'Local', kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:9/v1' }
const preset = async (wanted: Omit<NewPreset, 'name'>): Promise<string> =>
  data(await rig.api.v1.presets.post({ name: 'Fox', ...wanted })).id
const make = async (agent: string, id: string, text?: string): Promise<string> =>
  data(
    await rig.api.v1.sessions.post({
      agent,
      cwd: home.path,
      preset: id,
      ...(text === undefined ? {} : { text }),
    }),
  ).id
const idle = (id: string) => untilSession(rig, id, (session) => session.status === 'idle')
const stopped = async (id: string) => data(await rig.api.v1.sessions({ session: id }).stop.post())
const resumed = async (id: string) => {
  data(await rig.api.v1.sessions({ session: id }).resume.post())
  return idle(id)
}
async function said(id: string, ...list: Step[]): Promise<string> {
  const { seq } = data(
    await rig.api.v1.sessions({ session: id }).prompt.post({ text: steps(...list, { end: 'end_turn' }) }),
  )
  const events = await until(
    rig,
    id,
    (event) => event.type === 'turn_result' && event.prompts.includes(seq),
    seq,
  )
  return events.flatMap((event) => (event.type === 'message_delta' ? [event.text] : [])).join(' ')
}
const environment: Step[] = [{ env: 'OPENAI_BASE_URL' }, { env: 'OPENAI_API_KEY' }, { env: 'OPENAI_MODEL' }]
const routedWords = `OPENAI_BASE_URL=http://127.0.0.1:9/v1OPENAI_API_KEY=${SECRET}OPENAI_MODEL=big`
const plain = (words: string) => words.replaceAll(' ', '')
const errors = async (id: string) =>
  (await eventsOf(rig, id)).flatMap((event) => (event.type === 'error' ? [event.code] : []))
/** What an agent was asked since its log was this long. */
const told = (agent: string, from = 0): { method: string; params: Record<string, unknown> }[] =>
  readFileSync(path(`${agent}.log`), 'utf8')
    .slice(from)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const length = (agent: string): number => readFileSync(path(`${agent}.log`), 'utf8').length

test(
  'a session that had never been prompted came back bare: every launch is by its preset',
  async () => {
    const id = await make('qwen', await preset({ agent: 'qwen', system: await system(local), model: 'big' }))
    await idle(id)
    await stopped(id)
    await resumed(id)
    expect(plain(await said(id, ...environment))).toBe(routedWords)
    await stopped(id)
    expect(plain(await said(id, ...environment))).toBe(routedWords)
    expect(await errors(id)).toEqual([])
  },
  LONG,
)

test(
  'a preset given another agent under its session: the session goes on bare, says so once, and is not shown by it',
  async () => {
    const fox = await preset({ agent: 'qwen', system: await system(local), model: 'big' })
    const id = await make('qwen', fox)
    expect((await idle(id)).preset).toBe(fox)
    data(await rig.api.v1.presets({ preset: fox }).patch({ agent: 'claude' }))
    for (let n = 0; n < 2; n++) {
      await stopped(id)
      expect((await resumed(id)).preset).toBeUndefined()
    }
    expect(await said(id, { env: 'OPENAI_API_KEY' })).toBe('OPENAI_API_KEY=sk-inherited')
    expect(await errors(id)).toEqual(['preset_demoted'])
    data(await rig.api.v1.presets({ preset: fox }).patch({ agent: 'qwen' }))
    await stopped(id)
    expect((await resumed(id)).preset).toBe(fox)
    expect(plain(await said(id, ...environment))).toBe(routedWords)
    data(await rig.api.v1.presets({ preset: fox }).delete())
    await stopped(id)
    expect((await resumed(id)).preset).toBeUndefined()
    expect(await errors(id)).toEqual(['preset_demoted', 'preset_demoted'])
  },
  LONG,
)

test(
  'an agent that takes providers is told before its conversation, and the first message finds model and effort set',
  async () => {
    const fox = await preset({ agent: 'codex', system: await system(local), model: 'large', effort: 'high' })
    const id = await make('codex', fox, steps({ end: 'end_turn' }))
    await until(rig, id, (event) => event.type === 'turn_result')
    const asked = told('codex')
    expect(asked.map(({ method }) => method)).toEqual([
      'initialize',
      'providers/list',
      'providers/set',
      'session/new',
      'session/set_config_option',
      'session/set_config_option',
      'session/prompt',
    ])
    expect(asked[2]?.params).toEqual({
      providerId: 'main',
      apiType: 'openai',
      baseUrl: local.baseUrl,
      headers: { authorization: `Bearer ${SECRET}` },
    })
    expect(asked.slice(4, 6).map(({ params }) => [params.configId, params.value])).toEqual([
      ['m', 'large'],
      ['e', 'high'],
    ])
    expect(JSON.stringify(await eventsOf(rig, id))).not.toContain(SECRET)
  },
  LONG,
)

test(
  'a resumed session ran the agent’s own default model: a resume sets it too, and not where it runs already',
  async () => {
    const fox = await preset({ agent: 'claude', model: 'large' })
    const id = await make('claude', fox, steps({ end: 'end_turn' }))
    await until(rig, id, (event) => event.type === 'turn_result')
    await stopped(id)
    const before = length('claude')
    await resumed(id)
    const set = told('claude', before).filter(({ method }) => method === 'session/set_config_option')
    expect(set.map(({ params }) => params.value)).toEqual(['large'])
    // Edited meanwhile, it comes back as what the preset is now; and that is its model already.
    data(await rig.api.v1.presets({ preset: fox }).patch({ model: 'small' }))
    await stopped(id)
    const then = length('claude')
    await resumed(id)
    expect(told('claude', then).map(({ method }) => method)).not.toContain('session/set_config_option')
    expect(await errors(id)).toEqual([])
  },
  LONG,
)

test(
  'a model that is not offered ends a start; gone later, the conversation goes on and says so once',
  async () => {
    const fox = await preset({ agent: 'claude', model: 'huge' })
    const refused = await make('claude', fox, steps({ end: 'end_turn' }))
    const failed = await untilSession(rig, refused, (session) => session.status === 'exited')
    expect(failed).toMatchObject({ reason: 'start_failed', conversation: null })
    expect(failed.detail).toContain('huge')
    expect(await errors(refused)).toEqual(['system_not_routable'])
    publish('large', 'huge')
    // The first message is kept, and Try again is all that it takes.
    data(await rig.api.v1.sessions({ session: refused }).resume.post())
    await until(rig, refused, (event) => event.type === 'turn_result')
    publish('large')
    for (let n = 0; n < 2; n++) {
      await stopped(refused)
      await resumed(refused)
    }
    expect(await errors(refused)).toEqual(['system_not_routable', 'model_not_pinned'])
  },
  LONG,
)

test(
  'an agent that does not take its system ends the start rather than tell another vendor',
  async () => {
    writeFileSync(path('refuse'), '')
    const fox = await preset({ agent: 'codex', system: await system(local) })
    const id = await make('codex', fox)
    const failed = await untilSession(rig, id, (session) => session.status === 'exited')
    expect(failed).toMatchObject({ reason: 'start_failed' })
    expect(failed.detail).toContain('no models there')
    await rm(path('refuse'))
    await resumed(id)
  },
  LONG,
)

test(
  'a session of one system offered the models of all: the list narrows, and what it runs stays',
  async () => {
    publish('large', 'huge')
    const narrow = await system({ ...local, models: ['large', 'other'] })
    const id = await make('codex', await preset({ agent: 'codex', system: narrow, effort: 'extreme' }))
    const now = await idle(id)
    const model = now.controls.find((one) => one.id === 'm')
    expect(model?.kind === 'select' && model.choices.map(({ value }) => value)).toEqual(['small', 'large'])
    const session = rig.api.v1.sessions({ session: id })
    const outside = await session.controls({ control: 'm' }).post({ value: 'huge' })
    expect(outside.error?.value).toMatchObject({ error: { code: 'option_unknown' } })
    expect(await errors(id)).toEqual(['effort_not_set'])
  },
  LONG,
)

test(
  'a new key reaches the sessions of its system as soon as they are idle',
  async () => {
    const at = await system(local)
    const id = await make('qwen', await preset({ agent: 'qwen', system: at, model: 'big' }))
    await idle(id)
    data(await rig.api.v1.systems({ system: at }).key.put({ secret: 'sk-second' }))
    await until(rig, id, (event) => event.type === 'session_status' && event.status === 'exited')
    await idle(id)
    expect(await said(id, { env: 'OPENAI_API_KEY' })).toBe('OPENAI_API_KEY=sk-second')
  },
  LONG,
)
