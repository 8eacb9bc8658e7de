import { expect, test } from 'bun:test'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { foldRows } from '../state/fold-rows.ts'
import type { Entry } from '../state/outbox-entry.ts'
import { aSession } from '../state/testing/session.ts'
import { appendEvents, emptyTranscript } from '../state/transcript.ts'
import type { Row } from '../transcript/row.ts'
import { keyOfRow } from './outbox-rows.ts'
import { queueOf, sessionRows } from './session-rows.ts'

/** An event without what this numbers by itself: time goes with the seq. */
type Told = SessionEvent extends infer E ? (E extends SessionEvent ? Omit<E, 'seq' | 'at'> : never) : never

const logOf = (told: readonly Told[]) => {
  const events = told.map((event, n): SessionEvent => ({ ...event, seq: n + 1, at: (n + 1) * 10 }))
  return appendEvents(emptyTranscript, events)
}

const prompt = (text: string): Told => ({ type: 'prompt', text })
const delivered = (seq: number): Told => ({ type: 'prompt_delivered', prompt: seq })
const said = (text: string, turn: number): Told => ({
  type: 'message_delta',
  text,
  turn,
  message: `m${text}`,
})
const ended = (turn: number): Told => ({ type: 'turn_result', turn, prompts: [turn], stopReason: 'end_turn' })

function shown(told: readonly Told[], given: Partial<Parameters<typeof sessionRows>[1]> = {}): Row[] {
  const log = logOf(told)
  return sessionRows('s_1', {
    items: foldRows(log.rows).items,
    log,
    entries: [],
    snapshot: aSession(),
    ...given,
  })
}

const wordsOf = (rows: readonly Row[]): string[] =>
  rows.map((row) => {
    if (row.kind === 'prompt') return `> ${row.text} (${row.state})`
    return row.kind === 'message' ? row.parts.join('') : row.kind
  })

const MID_TURN = [prompt('first'), delivered(1), said('a', 1), prompt('second'), said('b', 1)]

test('a message that waits is in the queue and not in the conversation', () => {
  const snapshot = aSession({
    status: 'running',
    turn: 1,
    queue: [{ seq: 4, text: 'second', at: 40 }],
  })
  expect(wordsOf(shown(MID_TURN, { snapshot }))).toEqual(['> first (delivered)', 'a', 'b'])
  expect(queueOf(snapshot)).toHaveLength(1)
})

test('once it was delivered it stands above its answer, though it was typed earlier', () => {
  const told = [...MID_TURN, ended(1), delivered(4), said('c', 4), ended(4)]
  expect(wordsOf(shown(told))).toEqual([
    '> first (delivered)',
    'a',
    'b',
    'turn_end',
    '> second (delivered)',
    'c',
    'turn_end',
  ])
})

test('delivered and not answered yet it is the last of the conversation', () => {
  expect(wordsOf(shown([...MID_TURN, ended(1), delivered(4)]))).toEqual([
    '> first (delivered)',
    'a',
    'b',
    'turn_end',
    '> second (delivered)',
  ])
})

test('one that was read in mid-turn, or was taken back, stays where it was typed', () => {
  const steered = [...MID_TURN, { type: 'prompt_delivered', prompt: 4, steered: true } as const, ended(1)]
  const withdrawn = [
    ...MID_TURN,
    { type: 'prompt_withdrawn', prompt: 4, why: 'taken_back' } as const,
    ended(1),
  ]
  expect(wordsOf(shown(steered))).toEqual(['> first (delivered)', 'a', '> second (steered)', 'b', 'turn_end'])
  expect(wordsOf(shown(withdrawn))[2]).toBe('> second (taken_back)')
})

test('a first message that waits for its agent to start stands in the conversation', () => {
  const snapshot = aSession({ status: 'starting', queue: [{ seq: 1, text: 'first', at: 10 }] })
  expect(wordsOf(shown([prompt('first')], { snapshot }))).toEqual(['> first (waiting)'])
  expect(queueOf(snapshot)).toEqual([])
})

test('what the agent says just now is live, and the same row as long as it does not change', () => {
  const snapshot = aSession({ status: 'running', turn: 1 })
  const log = logOf([prompt('first'), delivered(1), said('a', 1)])
  const given = { items: foldRows(log.rows).items, log, entries: [], snapshot }
  const row = sessionRows('s_1', given).at(-1)
  expect(row).toMatchObject({ kind: 'message', live: true })
  expect(sessionRows('s_1', given).at(-1)).toBe(row)
})

const entry = (state: Entry['state'], given: Partial<Entry> = {}): Entry => ({
  key: 'k',
  at: 5,
  command: { do: 'prompt', session: 's_1', text: 'mine' },
  state,
  tries: 0,
  ...given,
})

const states = (entries: readonly Entry[], told: readonly Told[] = []): string[] =>
  wordsOf(shown(told, { entries })).filter((words) => words.includes('mine'))

test('what this browser still holds stands below the log, each with how far it is', () => {
  expect(states([entry({ is: 'queued' })])).toEqual(['> mine (queued)'])
  expect(states([entry({ is: 'queued' }, { tries: 1 })])).toEqual(['> mine (sending)'])
  expect(states([entry({ is: 'sending' })])).toEqual(['> mine (sending)'])
  expect(states([entry({ is: 'not_known' })])).toEqual(['> mine (not_known)'])
  const [row] = shown([], { entries: [entry({ is: 'not_known' })] })
  expect(row && keyOfRow(row)).toBe('k')
})

test('a refused one goes back to where it was typed, and other sessions’ are not here', () => {
  expect(states([entry({ is: 'refused', code: 'queue_full' })])).toEqual([])
  expect(
    states([entry({ is: 'queued' }, { command: { do: 'prompt', session: 's_2', text: 'mine' } })]),
  ).toEqual([])
})

test('a message is not shown twice, whichever of its answer and its echo came first', () => {
  const echo = [prompt('mine'), delivered(1)]
  const answer = { session: 's_1', seq: 1, landed: 'started' }
  expect(states([entry({ is: 'sending' })], echo)).toEqual(['> mine (delivered)'])
  expect(states([entry({ is: 'applied', answer })])).toEqual(['> mine (sending)'])
  expect(states([entry({ is: 'applied', answer })], echo)).toEqual(['> mine (delivered)'])
})

test('the same words twice are two messages', () => {
  const two = [entry({ is: 'sending' }), entry({ is: 'queued' }, { key: 'other', at: 6 })]
  expect(states(two, [prompt('mine'), delivered(1)])).toEqual(['> mine (delivered)', '> mine (queued)'])
  // What was said before it was given is not its echo.
  expect(states([entry({ is: 'sending' }, { at: 50 })], [prompt('mine')])).toHaveLength(2)
})
