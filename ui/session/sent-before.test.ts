import { expect, test } from 'bun:test'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { appendEvents, emptyTranscript } from '../state/transcript.ts'
import { sentBefore } from './sent-before.ts'

const rowsOf = (texts: readonly string[]) => {
  const events = texts.map((text, n): SessionEvent => ({ seq: n + 1, at: n, type: 'prompt', text }))
  return appendEvents(emptyTranscript, events).rows
}

test('what was sent comes back newest first, a repetition once, and not without end', () => {
  expect(sentBefore(rowsOf(['one', 'two', 'two', 'three']))).toEqual(['three', 'two', 'one'])
  const many = sentBefore(rowsOf(Array.from({ length: 500 }, (_, n) => `say ${n}`)))
  expect(many).toHaveLength(50)
  expect(many[0]).toBe('say 499')
})
