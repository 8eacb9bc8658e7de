import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Value } from '../../shared/typebox.ts'
import { SessionEvent } from '../../shared/wire/event.ts'
import { foldRows } from '../state/fold-rows.ts'
import type { Row as KeptRow } from '../state/rows.ts'
import { appendEvents, emptyTranscript } from '../state/transcript.ts'
import { shownRows } from './shown-rows.ts'

const FIXTURES = join(import.meta.dir, '../../shared/wire/fixtures/events.jsonl')
const events = (await Bun.file(FIXTURES).text())
  .trim()
  .split('\n')
  .map((line) => Value.Parse(SessionEvent, JSON.parse(line)))

const keptRows = (): readonly KeptRow[] => appendEvents(emptyTranscript, events).rows

test('every recorded event has its place on the screen, in the order of the log', () => {
  const rows = shownRows(foldRows(keptRows()).items)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set([
      'process',
      'prompt',
      'thought',
      'message',
      'plan',
      'tools',
      'ask_settled',
      'file',
      'raw',
      'turn_end',
      'error',
      'cleared',
    ]),
  )
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

test('an item that did not change gives the same row', () => {
  const folded = foldRows(keptRows())
  const before = shownRows(folded.items)
  const again = foldRows([...folded.rows], folded)
  expect(shownRows(again.items).every((row, place) => row === before[place])).toBe(true)
})

test('an answer reads in the agent’s own word, and a person’s word in old history as theirs', () => {
  const rows = shownRows(foldRows(keptRows()).items)
  expect(rows.find((row) => row.kind === 'ask_settled')).toMatchObject({ settled: { option: 'Yes' } })
  expect(rows.find((row) => row.kind === 'prompt' && row.replay)).toMatchObject({ text: 'An older question' })
})
