import { expect, test } from 'bun:test'
import { daemonLimits } from '../limits.ts'
import { isConversationId, readConversations } from './conversations.ts'
import { at, jsonText, listOf } from './json.ts'
import { vendorOf } from './vendor.ts'
import { readWireLogs, type WireLog } from './wire-log.ts'

/** The answers to `session/list` of a recorded log. */
function lists({ entries }: WireLog): unknown[] {
  const asked = new Set<string>()
  return entries.flatMap(({ from, message, process }) => {
    if (message.kind === 'request' && message.method === 'session/list')
      asked.add(`${process} ${JSON.stringify(message.id)}`)
    if (from !== 'agent' || message.kind !== 'response' || !message.outcome.ok) return []
    return asked.has(`${process} ${JSON.stringify(message.id)}`) ? [message.outcome.result] : []
  })
}

const demo = vendorOf('demo')
const logs = readWireLogs().filter(({ name }) => name.endsWith('-sessions'))

test.each(logs)(
  'every conversation with something said that a real agent listed is read whole: $name',
  (log) => {
    const { vendor } = log
    const answers = lists(log)
    expect(answers.length > 0).toBe(log.vendor.id !== 'gemini')
    for (const answer of answers) {
      const { conversations } = readConversations(vendor, answer)
      const recorded = listOf(at(answer, 'sessions'))
      const unused = recorded.filter((row) => /^(null|"New session - .*")$/.test(jsonText(at(row, 'title'))))
      expect(conversations).toHaveLength(recorded.length - unused.length)
      if (log.vendor.id === 'kimi' || log.vendor.id === 'opencode') expect(unused).not.toBeEmpty()
      for (const one of conversations) {
        expect(one.title).toBeString()
        expect(one.cwd).toStartWith('/')
        expect(new Date(one.updatedAt ?? 0).getUTCFullYear()).toBe(2026)
      }
    }
  },
)

test('an agent that has more names its next page, one that has not says nothing or null', () => {
  const cursors = Object.fromEntries(
    logs.map((log) => [
      log.vendor.id,
      lists(log).some((answer) => readConversations(log.vendor, answer).cursor !== null),
    ]),
  )
  expect(cursors).toMatchObject({ codex: true, claude: false, kimi: false, opencode: false, zcodex: false })
})

test('what cannot be used is left out or null, and never throws', () => {
  const long = 'x'.repeat(daemonLimits.conversationIdChars + 1)
  const sessions = [
    { sessionId: 'plain' },
    { sessionId: 'all', title: ' a\u202eb\nc ', cwd: '/work', updatedAt: 1_700_000_000_000.4 },
    { sessionId: 'odd', title: 7, cwd: '../up', updatedAt: 'yesterday' },
    { sessionId: 'path', cwd: '/work\u0000/x', updatedAt: -1 },
    { sessionId: '' },
    { sessionId: long },
    { sessionId: 'a\u200bb' },
    { sessionId: 5 },
    null,
    'text',
  ]
  const nothing = { title: null, cwd: null, updatedAt: null }
  expect(readConversations(demo, { sessions, nextCursor: 'y'.repeat(5_000) })).toEqual({
    conversations: [
      { id: 'plain', ...nothing },
      { id: 'all', title: 'ab c', cwd: '/work', updatedAt: 1_700_000_000_000 },
      { id: 'odd', ...nothing },
      { id: 'path', ...nothing },
    ],
    cursor: null,
  })
  for (const answer of [null, 7, [], {}, { sessions: {} }, { sessions: 'x', nextCursor: 3 }])
    expect(readConversations(demo, answer)).toEqual({ conversations: [], cursor: null })
  expect(isConversationId('')).toBe(false)
})
