import { expect, test } from 'bun:test'
import { newSessionView, reduceSession, withOlder } from './session-view.ts'
import { inOrder, needsYou, noSessions, reduceMachine } from './sessions.ts'
import { machineItemOf, sessionItemOf } from './stream-item.ts'
import { aSession } from './testing/session.ts'
import { appendEvents, emptyTranscript } from './transcript.ts'

test('a machine’s sessions are all at once, then those that changed or went', () => {
  let state = reduceMachine(noSessions, { type: 'hello', sessions: [aSession(), aSession({ id: 's_2' })] })
  expect([...state.sessions.keys()]).toEqual(['s_1', 's_2'])
  state = reduceMachine(state, {
    type: 'changed',
    sessions: [aSession({ title: 'new' }), aSession({ id: 's_3' })],
    gone: ['s_2'],
  })
  expect([...state.sessions.values()].map(({ id, title }) => [id, title])).toEqual([
    ['s_1', 'new'],
    ['s_3', 'a title'],
  ])
  expect(reduceMachine(state, { type: 'end', why: 'daemon_stopping' }).status).toBe('cut')
  expect(reduceMachine(state, { type: 'hello', sessions: [] })).toEqual({
    status: 'live',
    sessions: new Map(),
  })
})

test('what needs a person comes first, then what is pinned, then the latest', () => {
  const sessions = [
    aSession({ id: 's_old', updatedAt: 1 }),
    aSession({ id: 's_new', updatedAt: 9 }),
    aSession({ id: 's_pinned', pinned: true }),
    aSession({ id: 's_broken', status: 'exited', reason: 'agent_broken', updatedAt: 2 }),
    aSession({ id: 's_asks', status: 'blocked', updatedAt: 3 }),
    aSession({ id: 's_stopped', status: 'exited', reason: 'stopped', updatedAt: 8 }),
  ]
  expect(inOrder(sessions).map(({ id }) => id)).toEqual([
    's_asks',
    's_broken',
    's_pinned',
    's_new',
    's_stopped',
    's_old',
  ])
  expect(sessions.filter(needsYou)).toHaveLength(2)
})

test('a session is caught up with its last page, and cut when its daemon stops', () => {
  const hello = sessionItemOf({ data: { type: 'hello', first: 1, last: 2, snapshot: aSession() } })
  const page = sessionItemOf({
    type: 'page',
    events: [{ seq: 1, at: 1, type: 'prompt', text: 'x' }],
    more: true,
  })
  const event = sessionItemOf({ type: 'event', event: { seq: 2, at: 2, type: 'message_delta', text: 'y' } })
  if (!hello || !page || !event) throw new Error('not read')
  let view = reduceSession(newSessionView, hello)
  view = reduceSession(view, page)
  expect(view.status).toBe('catching_up')
  view = reduceSession(view, event)
  expect(view.status).toBe('live')
  expect(view.transcript.last).toBe(2)
  expect(reduceSession(view, { type: 'end', why: 'daemon_stopping' }).status).toBe('cut')
  expect(reduceSession(view, { type: 'end', why: 'session_gone' }).status).toBe('gone')
})

test('an event of a later version keeps its place as a raw row', () => {
  const item = sessionItemOf({
    type: 'page',
    events: [
      { seq: 1, at: 1, type: 'hologram', shape: 'cube' },
      { seq: 2, at: 2, type: 'prompt', text: 7 },
    ],
    more: false,
  })
  expect(item).toEqual({
    type: 'events',
    more: false,
    events: [
      {
        seq: 1,
        at: 1,
        type: 'raw',
        method: 'hologram',
        params: '{"seq":1,"at":1,"type":"hologram","shape":"cube"}',
      },
      { seq: 2, at: 2, type: 'raw', method: 'prompt', params: '{"seq":2,"at":2,"type":"prompt","text":7}' },
    ],
  })
})

test('items of a later version, and what is none, are passed over', () => {
  for (const frame of [
    null,
    'x',
    {},
    { type: 'later' },
    { data: { type: 'hello' } },
    { type: 'page', events: 'x' },
  ]) {
    expect(sessionItemOf(frame)).toBeNull()
    expect(machineItemOf(frame)).toBeNull()
  }
})

test('older history is put above', () => {
  const events = [1, 2, 3].map((seq) => ({ seq, at: seq, type: 'prompt' as const, text: `${seq}` }))
  const foot = { ...newSessionView, transcript: appendEvents(emptyTranscript, events.slice(2)) }
  const view = withOlder(foot, appendEvents(emptyTranscript, events.slice(0, 2)))
  expect(view.transcript).toEqual(appendEvents(emptyTranscript, events))
})
