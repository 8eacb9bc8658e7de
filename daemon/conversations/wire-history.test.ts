/** What real agents tell of a conversation when it is loaded, as the history of a session that takes it over. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { at, textOf } from '../acp/json.ts'
import type { Message } from '../acp/message.ts'
import { readWireLogs, type WireLog } from '../acp/wire-log.ts'
import { spawn, type TestCore, testCore } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { adoptConversation } from './adopt.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

interface Load {
  log: WireLog
  conversation: string
  initialized: unknown
  /** What came between the request and its answer. */
  told: Message[]
  result: unknown
}

/** The first load of a log that was answered with a conversation. */
function loadOf(log: WireLog): Load[] {
  const { entries } = log
  const begun = entries.findIndex(({ message }, n) => {
    if (message.kind !== 'request' || message.method !== 'session/load') return false
    const answer = answerTo(log, n)
    return answer?.outcome.ok === true
  })
  const request = entries[begun]?.message
  const answer = answerTo(log, begun)
  const life = entries.slice(0, begun).filter(({ process }) => process === entries[begun]?.process)
  const initialized = life.flatMap(({ message, from }) =>
    from === 'agent' && message.kind === 'response' && message.outcome.ok ? [message.outcome.result] : [],
  )[0]
  if (request?.kind !== 'request' || !answer?.outcome.ok) return []
  const end = entries.findIndex(({ message }) => message === answer)
  const told = entries.slice(begun, end).flatMap(({ from, message }) => (from === 'agent' ? [message] : []))
  const conversation = textOf(at(request.params, 'sessionId')) ?? ''
  return [{ log, conversation, initialized, told, result: answer.outcome.result }]
}

function answerTo({ entries }: WireLog, index: number) {
  const asked = entries[index]?.message
  if (asked?.kind !== 'request') return null
  for (const { from, message } of entries.slice(index)) {
    if (from === 'agent' && message.kind === 'response' && message.id === asked.id) return message
  }
  return null
}

const loads = readWireLogs()
  .filter(({ name }) => name.endsWith('-sessions'))
  .flatMap(loadOf)
const cases = loads.map((load) => [load.log.vendor.id, load] as const)

const lineOf = ({ kind: _, ...members }: Message): object => members
const begin = ({ log, conversation }: Load): string => {
  const wanted = { agent: log.vendor.id, cwd: '/', conversation }
  const done = kit.core.transact((work) => adoptConversation(kit.core, work, wanted))
  if (!done.ok) throw done.error
  return done.value.id
}
const tell = (session: string, { initialized }: Load, lines: readonly Message[]): void => {
  spawn(kit, session)
  kit.says(session, { id: 'initialize', result: initialized })
  expect(kit.taken(session).at(-1)).toMatchObject({ method: 'session/load' })
  if (lines.length > 0) kit.says(session, ...lines.map(lineOf))
}
/** What history says, without where it was cut into events. */
function history(session: string): string {
  const parts = kit.events(session).flatMap((event: SessionEvent) => {
    if (event.origin !== 'replay') return []
    if (event.type === 'message_delta')
      return [`${event.role ?? 'agent'} ${event.message ?? ''}> ${event.text}`]
    if (event.type === 'thought_delta') return [`thought> ${event.text}`]
    if (event.type === 'tool_call') return [`call ${event.toolCall} ${event.status ?? ''}`]
    return [event.type]
  })
  return parts.join('\n')
}

test('five agents load', () => {
  expect(cases.map(([id]) => id)).toEqual(['claude', 'codex', 'kimi', 'opencode', 'zcodex'])
})

test.each(cases)('%s: what was said, in order, and done', (_, load) => {
  const session = begin(load)
  tell(session, load, load.told)
  kit.says(session, { id: 'load', result: load.result })
  const log = kit.events(session)
  const people = log.flatMap((event) => (event.type === 'message_delta' && event.role ? [event.text] : []))
  expect(people[0]).toStartWith('first words')
  expect(people).toHaveLength(2)
  expect(history(session)).toMatch(/first words.*hello one.*call .*completed.*user /s)
  expect(log.filter((event) => event.origin !== 'replay').map(({ type }) => type)).not.toContain(
    'message_delta',
  )
  expect(kit.core.sessions.get(session)).toMatchObject({ conversation: load.conversation })
  expect(kit.core.turns.hasOpenCalls(session)).toBe(false)
})

test.each(cases)(
  '%s: a process that ends after any piece of it, and another that tells all: once',
  (_, load) => {
    const whole = begin(load)
    tell(whole, load, load.told)
    kit.says(whole, { id: 'load', result: load.result })
    const expected = pieces(whole)
    for (let cut = 0; cut <= load.told.length; cut++) {
      for (const { id } of kit.core.sessions.list()) kit.core.sessions.remove(id, 1)
      const session = begin(load)
      tell(session, load, load.told.slice(0, cut))
      endProcess(kit, session)
      expect(begin(load)).toBe(session)
      tell(session, load, load.told)
      kit.says(session, { id: 'load', result: load.result })
      expect(pieces(session)).toEqual(expected)
    }
  },
)

/** History, without where its texts were cut into events. */
function pieces(session: string): string[] {
  const joined: string[] = []
  let last = ''
  for (const event of kit.events(session)) {
    if (event.origin !== 'replay') continue
    if (event.type !== 'message_delta' && event.type !== 'thought_delta') {
      joined.push(JSON.stringify({ ...event, seq: 0, at: 0 }))
      last = ''
      continue
    }
    const key = `${event.type} ${event.message ?? ''} ${'role' in event ? event.role : ''}`
    if (key === last) joined.push(`${joined.pop()}${event.text}`)
    else joined.push(`${key}> ${event.text}`)
    last = key
  }
  return joined
}
