import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { NewEvent } from '../../shared/wire/event.ts'
import type { Change } from '../acp/change.ts'
import { mergeText } from './apply.ts'

const text = fc.string({ unit: 'grapheme' })
const message = fc.option(fc.constantFrom('a', 'b'), { nil: undefined })
const origin = fc.option(fc.constant('replay' as const), { nil: undefined })

const delta: fc.Arbitrary<NewEvent> = fc
  .record({ type: fc.constantFrom('message_delta', 'thought_delta'), text, message, origin })
  .map(({ type, text, message, origin }) => ({
    type,
    text,
    ...(message === undefined ? {} : { message }),
    ...(origin === undefined ? {} : { origin }),
  }))

const marked: fc.Arbitrary<NewEvent> = fc.record({
  type: fc.constant('message_delta'),
  text,
  error: fc.constant(true),
})

const cut: fc.Arbitrary<NewEvent> = fc.constant({
  type: 'message_delta',
  text: { head: 'h', tail: 't', bytes: 9, blob: '1-1' },
})

const other: fc.Arbitrary<NewEvent> = fc
  .constantFrom('1', '2')
  .map((toolCall) => ({ type: 'tool_call', toolCall }))

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: delta.map((event) => ({ kind: 'event', event }) as const) },
  { weight: 1, arbitrary: fc.oneof(marked, cut, other).map((event) => ({ kind: 'event', event }) as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'title', title: 'T' } as const) },
)

/** Everything about a delta but its text: what must be equal for two to be one. */
const voice = ({ text: _, ...rest }: Record<string, unknown>): string => JSON.stringify(rest)

/** The characters of a list of changes, each with its voice: what a merge must leave as it is. */
function spoken(changes: Change[]): string[] {
  return changes.flatMap((one) => {
    if (one.kind !== 'event' || !('text' in one.event) || typeof one.event.text !== 'string') {
      return [JSON.stringify(one)]
    }
    const { event } = one
    return [...one.event.text].map((character) => `${voice(event)} ${character}`)
  })
}

test('merging moves, loses and mixes no text, and joins all that can be joined', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const before = structuredClone(changes)
      const merged = mergeText(changes)
      expect(changes).toEqual(before)
      expect(spoken(merged).join('\n')).toBe(spoken(changes).join('\n'))
      const joinable = merged.filter((one, index) => {
        const next = merged[index + 1]
        if (one.kind !== 'event' || next?.kind !== 'event') return false
        if (!('text' in one.event && 'text' in next.event)) return false
        const plain = typeof one.event.text === 'string' && typeof next.event.text === 'string'
        return plain && voice(one.event) === voice(next.event)
      })
      expect(joinable).toEqual([])
    }),
    { numRuns: 1_000, seed: 3 },
  )
})
