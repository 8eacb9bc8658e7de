/** An agent's own conversations, asked of real processes under a real keeper. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { beginElsewhere } from '../testing/elsewhere.ts'
import { type Machine, startMachine, textOf } from '../testing/machine.ts'
import { demoCommand, puppetCommand } from '../testing/puppet.ts'
import { data, eventsOf, until, untilSession } from '../testing/rig.ts'

const LONG = 60_000
const PAGE = 100
let machine: Machine
let state: string
const listed = (name: string): string => join(machine.home, name)
const listing = (rows: number, from = 0) =>
  Array.from({ length: rows }, (_, n) => ({ sessionId: `c${from + n}`, title: `number ${from + n}` }))

beforeAll(async () => {
  const home = await tempHome()
  state = join(home.path, 'demo')
  const lists = join(home.path, 'lists.json')
  writeFileSync(
    lists,
    JSON.stringify({
      '': { sessions: listing(PAGE + 1), nextCursor: 'more' },
      more: { sessions: listing(2, 200) },
    }),
  )
  machine = await startMachine({
    home,
    env: {
      FAIRLEAD_AGENT_DEMO: demoCommand('--state', state),
      FAIRLEAD_AGENT_GOOSE: puppetCommand('--lists', lists),
      FAIRLEAD_AGENT_GEMINI: puppetCommand(),
    },
  })
})
afterAll(() => machine.end())

const conversations = (agent: string) => machine.rig.api.v1.agents({ agent }).conversations
const list = async (agent: string, query: { cwd?: string; cursor?: string } = {}) =>
  data(await conversations(agent).get({ query }))
const adopt = (agent: string, conversation: string, cwd: string) =>
  conversations(agent)({ conversation }).adopt.post({ cwd })
const codeOf = (answer: { error: { value: unknown } | null }) =>
  answer.error && (answer.error.value as { error: { code: string } }).error.code
const folder = (name: string): string => {
  const path = listed(name)
  mkdirSync(path)
  return path
}

test(
  'a conversation that was begun in a terminal is listed, taken over with what was said, and goes on',
  async () => {
    const cwd = folder('terminal')
    const id = await beginElsewhere({ state, cwd }, ['title: From a terminal', 'say: hello there'])
    const [row, ...others] = (await list('demo', { cwd })).conversations
    expect(others).toEqual([])
    expect(row).toEqual({ id, cwd, title: 'From a terminal', updatedAt: expect.any(Number) })

    const adopted = data(await adopt('demo', id, cwd))
    const events = await until(machine.rig, adopted.id, (event) => event.type === 'session_status')
    expect(events.at(-1)).toMatchObject({ status: 'adopted' })
    const history = events.filter(({ origin }) => origin === 'replay')
    expect(textOf(history)).toBe('title: From a terminalsay: hello therehello there')
    const now = await untilSession(machine.rig, adopted.id, ({ status }) => status === 'idle')
    expect(now).toMatchObject({ agent: 'demo', cwd, conversation: id })

    const held = { id, sessionId: adopted.id, open: true }
    expect((await list('demo', { cwd })).conversations).toMatchObject([held])
    expect(data(await adopt('demo', id, cwd)).id).toBe(adopted.id)
    const { seq } = await machine.prompt(adopted.id, 'recall')
    const answer = await until(machine.rig, adopted.id, (event) => event.type === 'turn_result', seq)
    expect(textOf(answer)).toContain('hello there')
    const log = await eventsOf(machine.rig, adopted.id)
    expect(log.filter(({ origin }) => origin === 'replay')).toEqual(history)

    data(await machine.acts(adopted.id).stop.post())
    expect((await list('demo', { cwd })).conversations).toMatchObject([{ ...held, open: false }])
  },
  LONG,
)

test(
  'one whose session was deleted can be taken over again; one in which nothing was said is not there',
  async () => {
    const cwd = folder('again')
    const made = data(await machine.rig.api.v1.sessions.post({ agent: 'demo', cwd, text: 'say: once' }))
    await until(machine.rig, made.id, (event) => event.type === 'turn_result')
    const { conversation } = await machine.session(made.id, ({ turn }) => turn === null)
    const quiet = data(await machine.rig.api.v1.sessions.post({ agent: 'demo', cwd }))
    await untilSession(machine.rig, quiet.id, ({ status }) => status === 'idle')
    data(await machine.acts(made.id).delete())
    expect((await list('demo', { cwd })).conversations.map(({ id, sessionId }) => [id, sessionId])).toEqual([
      [conversation, undefined],
    ] as never)
    const again = data(await adopt('demo', conversation ?? '', cwd))
    const events = await until(machine.rig, again.id, (event) => event.type === 'session_status')
    expect(textOf(events)).toBe('say: onceonce')
  },
  LONG,
)

test(
  'an agent’s long list comes in pages, its own pages after each other',
  async () => {
    const first = await list('goose')
    expect(first).toMatchObject({ agent: 'goose', lists: true })
    expect(first.conversations).toHaveLength(PAGE)
    const second = await list('goose', { cursor: first.next ?? '' })
    expect(second.conversations.map(({ id }) => id)).toEqual([`c${PAGE}`])
    const third = await list('goose', { cursor: second.next ?? '' })
    expect(third.conversations.map(({ id }) => id)).toEqual(['c200', 'c201'])
    expect(third.next).toBeNull()
    const wrong = await conversations('goose').get({ query: { cursor: 'anything' } })
    expect(codeOf(wrong)).toBe('invalid_request')
  },
  LONG,
)

test(
  'an agent that lists nothing: what its sessions have open, once something was said in it',
  async () => {
    expect(await list('gemini')).toEqual({ agent: 'gemini', lists: false, conversations: [], next: null })
    const session = await machine.idle('gemini')
    expect((await list('gemini')).conversations).toEqual([])
    const { seq } = await machine.prompt(session, '{"end":"end_turn"}')
    await until(machine.rig, session, (event) => event.type === 'turn_result', seq)
    const one = { id: 'puppet-conversation', sessionId: session, open: true, cwd: machine.home }
    expect((await list('gemini')).conversations).toMatchObject([one])
    expect((await list('gemini', { cwd: '/' })).conversations).toEqual([])
    data(await machine.acts(session).stop.post())
    expect((await list('gemini')).conversations).toEqual([])
  },
  LONG,
)

test(
  'what cannot be taken over is refused before anything is made',
  async () => {
    const before = data(await machine.rig.api.v1.sessions.get()).length
    expect(codeOf(await adopt('nobody', 'c1', machine.home))).toBe('agent_not_found')
    expect(codeOf(await adopt('demo', 'c1', listed('nowhere')))).toBe('workspace_missing')
    expect(codeOf(await adopt('demo', 'a\u200bb', machine.home))).toBe('invalid_request')
    expect(data(await machine.rig.api.v1.sessions.get())).toHaveLength(before)
    const gone = data(await adopt('demo', 'no-such-conversation', machine.home))
    const now = await untilSession(machine.rig, gone.id, ({ status }) => status === 'exited')
    expect(now).toMatchObject({ reason: 'start_failed', detail: 'Resource not found', conversation: null })
  },
  LONG,
)
