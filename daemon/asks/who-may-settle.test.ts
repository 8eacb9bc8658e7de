/** An ask ends by exactly these: a person, the agent that takes it back, the agent that is gone, a time that was set. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import { cancelTurn } from '../sessions/cancel.ts'
import { endRun } from '../sessions/end-run.ts'
import { acceptPrompt } from '../sessions/prompt.ts'
import { resumeSession } from '../sessions/resume.ts'
import { stopSession } from '../sessions/stop.ts'
import { openSession, type TestCore, testCore, update } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { answerAsk } from './answer.ts'

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

const by = { door: 'local' } as const
const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const permission = {
  id: 'p',
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: { toolCallId: 't', title: 'Do it' },
    options: [
      { optionId: 'y', name: 'Yes', kind: 'allow_once' },
      { optionId: 'n', name: 'No', kind: 'reject_once' },
    ],
  },
}
const question = {
  id: 'q',
  method: 'elicitation/create',
  params: {
    sessionId: 'conversation',
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
  },
}

type Act = (id: string) => void
const answer =
  (meant: { option: string } | { action: 'accept' | 'decline' | 'cancel'; values?: { a: string } }): Act =>
  (id) => {
    const [ask] = kit.core.asks.open(id)
    const given = { shown: ask?.shown ?? '', ...meant }
    kit.core.transact((work) => answerAsk(kit.core, work, id, ask?.id ?? '', given, by))
  }
const withdraws =
  (requestId: string): Act =>
  (id) =>
    kit.says(id, { method: '$/cancel_request', params: { requestId } })
const cancels: Act = (id) => kit.core.transact((work) => void cancelTurn(kit.core, work, row(id), by))

const settles: [string, object, Act, { outcome: string; by?: object }][] = [
  ['a person allows', permission, answer({ option: 'y' }), { outcome: 'selected', by }],
  ['a person refuses', permission, answer({ option: 'n' }), { outcome: 'selected', by }],
  ['a person dismisses a permission', permission, answer({ action: 'cancel' }), { outcome: 'cancelled', by }],
  [
    'a person accepts',
    question,
    answer({ action: 'accept', values: { a: 'x' } }),
    { outcome: 'accepted', by },
  ],
  ['a person declines', question, answer({ action: 'decline' }), { outcome: 'declined', by }],
  ['a person skips a question', question, answer({ action: 'cancel' }), { outcome: 'cancelled', by }],
  ['a person cancels the turn', permission, cancels, { outcome: 'cancelled', by }],
  ['the agent takes a permission back', permission, withdraws('p'), { outcome: 'withdrawn' }],
  ['the agent takes a question back', question, withdraws('q'), { outcome: 'withdrawn' }],
  ['the agent is gone', permission, (id) => endProcess(kit, id), { outcome: 'agent_gone' }],
  [
    'a person stops the session',
    question,
    (id) => {
      kit.core.transact((work) => stopSession(kit.core, work, row(id)))
      endProcess(kit, id)
    },
    { outcome: 'agent_gone' },
  ],
  [
    'the time that a person set ran out',
    permission,
    (id) => {
      kit.settings.set({ permissionTimeoutMs: MINUTE_MS })
      kit.core.transact((work) => work.touch(id))
      kit.clock.advance(MINUTE_MS)
    },
    { outcome: 'timeout' },
  ],
]

for (const [who, asked, act, end] of settles) {
  test(`${who}: the ask ends, once, and the record says who`, () => {
    const id = openSession(kit, { text: 'one' })
    kit.says(id, asked)
    act(id)
    expect(kit.core.asks.anyOpen(id)).toBe(false)
    const [record, ...others] = kit.core.records.list({ session: id, before: 99, limit: 9 })
    expect(others).toEqual([])
    expect(record).toMatchObject(end)
    if (end.by === undefined) expect(record).not.toHaveProperty('by')
  })
}

const settlesNot: [string, Act][] = [
  ['time alone', () => kit.clock.advance(30 * DAY_MS)],
  ['a viewer that leaves', (id) => kit.hub.subscribe(id, () => {})()],
  [
    'another message',
    (id) => kit.core.transact((work) => void acceptPrompt(kit.core, work, row(id), 'and this')),
  ],
  [
    'more words of the agent',
    (id) =>
      kit.says(id, update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'so' } })),
  ],
  ['the turn’s own result', (id) => kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })],
  [
    'a resume that finds the agent there',
    (id) => void kit.core.transact((work) => resumeSession(kit.core, work, row(id))),
  ],
  [
    'an answer to another drawing of it',
    (id) => {
      const [ask] = kit.core.asks.open(id)
      const given = { shown: '0'.repeat(64), option: 'y' }
      kit.core.transact((work) => answerAsk(kit.core, work, id, ask?.id ?? '', given, by))
    },
  ],
  [
    'a daemon that dies and starts again',
    () => {
      const { clock } = kit
      kit.close()
      kit = testCore({ home: home.path, clock })
    },
  ],
  [
    'an agent that is asked to end and has not ended',
    (id) => kit.core.transact((work) => endRun(kit.core, work, row(id), 'stopped')),
  ],
]

for (const [what, act] of settlesNot) {
  test(`${what} does not end an ask`, () => {
    const id = openSession(kit, { text: 'one' })
    kit.says(id, permission)
    act(id)
    expect(kit.core.asks.open(id)).toHaveLength(1)
    expect(kit.core.records.list({ session: id, before: 99, limit: 9 })).toEqual([])
  })
}

test('an agent that waits for an answer is shut down for nothing, however long', () => {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, question)
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  kit.clock.advance(100 * daemonLimits.parkAfterMs)
  expect(row(id).ending).toBeNull()
})
