import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { Value } from '../../shared/typebox.ts'
import { SessionEvent } from '../../shared/wire/event.ts'
import { readWireLogs } from '../acp/wire-log.ts'
import { createFeed, type Feed } from '../testing/wire-feed.ts'
import { replayLog } from '../testing/wire-replay.ts'

let home: TempHome
let feed: Feed

beforeAll(async () => {
  home = await tempHome()
  feed = createFeed({ home: home.path, seed: 1, torn: null })
})

afterAll(async () => {
  feed.close()
  await home.remove()
})

type TypeOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

function eventsOf(session: string) {
  const events = feed.kit().events(session)
  const ofType = <T extends SessionEvent['type']>(type: T) =>
    events.filter((event): event is TypeOf<T> => event.type === type)
  return { events, ofType }
}

const textOf = (deltas: { text: TypeOf<'message_delta'>['text'] }[]): string =>
  deltas.map(({ text }) => (typeof text === 'string' ? text : `${text.bytes} bytes`)).join('')

/** The last status of each call; one that its agent left open is closed with its turn or its run. */
function statuses(calls: TypeOf<'tool_call'>[]): Map<string, string | undefined> {
  const last = new Map<string, string | undefined>()
  for (const call of calls) last.set(call.toolCall, call.status ?? last.get(call.toolCall))
  return last
}

const closed = (status: string | undefined): string | undefined =>
  status === 'pending' || status === 'in_progress' ? 'cancelled' : status

describe('the session machine under the recorded wire of six agents', () => {
  const asked: string[] = []
  const ended: string[] = []

  test.each(readWireLogs().map((log) => [log.name, log] as const))('%s', (_, log) => {
    const { sessions, replies, pending, wronglyRefused } = replayLog(feed, log)
    expect({ pending, wronglyRefused }).toEqual({ pending: [], wronglyRefused: [] })
    for (const { sent, recorded } of replies) expect(sent).toEqual(recorded)
    asked.push(...replies.map(() => log.vendor.id))

    for (const { id, told } of sessions) {
      const whole = told.whole()
      const { events, ofType } = eventsOf(id)
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
      expect(events.filter((event) => !Value.Check(SessionEvent, event))).toEqual([])
      expect(textOf(ofType('message_delta'))).toBe(whole.text)
      expect(textOf(ofType('thought_delta'))).toBe(whole.thoughts)
      const calls = new Map([...whole.calls].map(([call, status]) => [call, closed(status)]))
      expect(statuses(ofType('tool_call'))).toEqual(calls)
      expect(ofType('plan').map((plan) => plan.entries.map((entry) => entry.content))).toEqual(whole.plans)
      expect(ofType('usage').map(({ seq, at, turn, type, ...usage }) => usage)).toEqual<unknown>(whole.usage)
      const row = feed.kit().core.sessions.get(id)
      expect(row?.commands.map((command) => command.name)).toEqual(whole.commands ?? [])
      if (whole.title !== null) expect(row?.title).toBe(whole.title)
      const values = Object.fromEntries((row?.controls ?? []).map((one) => [one.id, one.value]))
      expect(values).toEqual<unknown>(whole.values)
      expect(ofType('raw')).toEqual([])
      const turns = ofType('turn_result').map(({ prompts, stopReason }) => ({ prompts, stopReason }))
      expect(turns).toEqual<unknown>(whole.turns)
      ended.push(...whole.turns.map((turn) => `${log.vendor.id} ${turn.stopReason}`))
      const requests = [...ofType('permission_request'), ...ofType('elicitation_request')]
      const resolved = [...ofType('permission_resolved'), ...ofType('elicitation_resolved')]
      expect(resolved.map((event) => event.ask)).toEqual(requests.map((event) => event.ask))
    }
  })

  test('what was recorded was asked and ended', () => {
    expect({ asked: count(asked), ended: count(ended) }).toMatchInlineSnapshot(`
      {
        "asked": {
          "claude": 9,
          "codex": 10,
          "gemini": 6,
          "kimi": 10,
          "opencode": 5,
          "zcodex": 7,
        },
        "ended": {
          "claude agent_error": 2,
          "claude cancelled": 6,
          "claude end_turn": 41,
          "codex agent_error": 2,
          "codex cancelled": 3,
          "codex end_turn": 44,
          "codex refused": 1,
          "gemini agent_error": 2,
          "gemini cancelled": 5,
          "gemini end_turn": 37,
          "kimi agent_error": 2,
          "kimi cancelled": 5,
          "kimi end_turn": 38,
          "kimi refusal": 1,
          "opencode agent_error": 3,
          "opencode cancelled": 5,
          "opencode end_turn": 37,
          "opencode refusal": 1,
          "zcodex agent_error": 7,
          "zcodex cancelled": 3,
          "zcodex end_turn": 35,
          "zcodex refused": 1,
        },
      }
    `)
  })
})

function count(keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of keys.sort()) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
