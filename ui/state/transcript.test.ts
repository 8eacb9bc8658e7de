import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { foldRows } from './fold-rows.ts'
import { randomLog } from './testing/random-log.ts'
import { appendEvents, emptyTranscript, joinTranscripts, type Transcript } from './transcript.ts'

const of = (events: readonly SessionEvent[]): Transcript => appendEvents(emptyTranscript, events)

type Given = SessionEvent extends infer T ? (T extends unknown ? Omit<T, 'seq' | 'at'> : never) : never
const log = (...given: Given[]): SessionEvent[] =>
  given.map((one, n): SessionEvent => ({ ...one, seq: n + 1, at: 100 + n }))

test('a log read in any pages gives the same transcript', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.nat(60), { maxLength: 6 }), (events, cuts) => {
      let transcript = emptyTranscript
      let from = 0
      for (const to of [...cuts.sort((a, b) => a - b), events.length]) {
        transcript = appendEvents(transcript, events.slice(from, to))
        from = Math.max(from, to)
      }
      expect(transcript).toEqual(of(events))
    }),
    { numRuns: 500, seed: 1 },
  )
})

test('history read from the foot upwards, in any stretches, gives the same transcript', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.nat(60), { maxLength: 5 }), (events, cuts) => {
      const ends = [...new Set(cuts.filter((cut) => cut < events.length))].sort((a, b) => b - a)
      let end = events.length
      let transcript: Transcript = emptyTranscript
      for (const from of [...ends, 0]) {
        transcript = joinTranscripts(of(events.slice(from, end)), transcript)
        end = from
      }
      expect(transcript).toEqual(of(events))
    }),
    { numRuns: 1_000, seed: 2 },
  )
})

test('events that come again after a reconnect change nothing', () => {
  fc.assert(
    fc.property(randomLog, fc.nat(60), (events, again) => {
      const once = of(events)
      expect(appendEvents(once, events.slice(0, again))).toBe(once)
    }),
    { numRuns: 200, seed: 3 },
  )
})

test('deltas of one message are one row, and a tool call in between begins another without an id', () => {
  const { rows } = of(
    log(
      { type: 'prompt', text: 'go' },
      { type: 'message_delta', text: 'He', message: 'm1', turn: 1 },
      { type: 'tool_call', toolCall: 't', title: 'Read', status: 'pending', turn: 1 },
      { type: 'message_delta', text: 'llo', message: 'm1', turn: 1 },
      { type: 'message_delta', text: 'a', turn: 1 },
      { type: 'message_delta', text: 'b', turn: 1 },
      { type: 'thought_delta', text: 'hm', turn: 1 },
      { type: 'message_delta', text: 'c', turn: 1 },
    ),
  )
  const said = rows.flatMap((row) => (row.kind === 'message' || row.kind === 'thought' ? [row.parts] : []))
  expect(said).toEqual([['Hello'], ['ab'], ['hm'], ['c']])
})

test('a tool call keeps the fields that later events do not carry, and appends its output', () => {
  const { rows } = of(
    log(
      { type: 'tool_call', toolCall: 't', title: 'Run tests', kind: 'execute', status: 'pending' },
      { type: 'tool_call', toolCall: 't', status: 'in_progress', output: 'one\n' },
      { type: 'tool_call', toolCall: 't', output: 'two\n' },
      {
        type: 'tool_call',
        toolCall: 't',
        status: 'completed',
        output: { head: 'h', tail: 't', bytes: 9, blob: 'b' },
      },
    ),
  )
  expect(rows).toMatchObject([
    {
      kind: 'tool',
      call: { title: 'Run tests', kind: 'execute', status: 'completed' },
      output: ['one\ntwo\n', { blob: 'b' }],
    },
  ])
})

test('an agent that counts its calls anew each turn does not write over those of the turn before', () => {
  const { rows } = of(
    log(
      { type: 'tool_call', toolCall: '1', title: 'First', status: 'completed', turn: 1 },
      { type: 'tool_call', toolCall: '1', title: 'Second', status: 'pending', turn: 5 },
    ),
  )
  expect(rows.map((row) => row.kind === 'tool' && row.call.title)).toEqual(['First', 'Second'])
})

test('an ask carries how it ended, a prompt what became of it', () => {
  const { rows } = of(
    log(
      { type: 'prompt', text: 'x' },
      { type: 'prompt_delivered', prompt: 1, steered: true },
      { type: 'elicitation_request', ask: 'elic-1-a', message: 'Which?', fields: [] },
      {
        type: 'elicitation_resolved',
        ask: 'elic-1-a',
        outcome: 'accepted',
        answers: [{ label: 'Which?', value: 'A' }],
        by: { door: 'device' },
      },
    ),
  )
  expect(rows).toMatchObject([
    { kind: 'prompt', delivered: true, steered: true, withdrawn: null },
    { kind: 'ask', settled: { outcome: 'accepted', answers: [{ value: 'A' }], by: { door: 'device' } } },
  ])
})

test('calls that nothing stands between fold into one run, a subagent’s stand inside their call', () => {
  const events = log(
    { type: 'tool_call', toolCall: 'a', title: 'Task', status: 'in_progress' },
    { type: 'tool_call', toolCall: 'b', title: 'Read', status: 'completed', parent: 'a' },
    { type: 'tool_call', toolCall: 'c', title: 'Run', status: 'completed' },
    { type: 'message_delta', text: 'done' },
    { type: 'tool_call', toolCall: 'd', title: 'Run', status: 'completed' },
  )
  const { items } = foldRows(of(events).rows)
  expect(items.map((item) => (item.kind === 'run' ? item.calls.length : item.row.kind))).toEqual([
    2,
    'message',
    1,
  ])
  expect(items[0]).toMatchObject({ calls: [{ children: [{ row: { call: { toolCall: 'b' } } }] }, {}] })
})

test('items that did not change stay the same objects', () => {
  const events = log(
    { type: 'message_delta', text: 'a' },
    { type: 'tool_call', toolCall: 't', title: 'Run', status: 'pending' },
    { type: 'message_delta', text: 'b' },
  )
  const first = of(events.slice(0, 2))
  const before = foldRows(first.rows)
  const after = foldRows(appendEvents(first, events).rows, before)
  expect(after.items[0]).toBe(before.items[0])
  expect(after.items[1]).toBe(before.items[1])
})

test('a fold that goes on from the one before is the fold of the whole', () => {
  fc.assert(
    fc.property(randomLog, fc.array(fc.nat(60), { maxLength: 8 }), (events, cuts) => {
      let transcript = emptyTranscript
      let folded = foldRows([])
      for (const to of [...cuts.sort((a, b) => a - b), events.length]) {
        transcript = appendEvents(transcript, events.slice(0, to))
        folded = foldRows(transcript.rows, folded)
        expect(folded.items).toEqual(foldRows(transcript.rows).items)
      }
    }),
    { numRuns: 500, seed: 4 },
  )
})

test('who goes on with an older transcript is not confused by what was made of it before', () => {
  fc.assert(
    fc.property(randomLog, randomLog, fc.nat(60), (one, other, at) => {
      const base = of(one.slice(0, at))
      appendEvents(base, one)
      const branch = [...one.slice(0, at), ...other.slice(at)].filter((event, n) => event.seq === n + 1)
      expect(appendEvents(base, branch)).toEqual(of(branch))
    }),
    { numRuns: 300, seed: 5 },
  )
})
