import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8Length } from '../../shared/bytes.ts'
import { EVENT_BYTES } from '../../shared/limits.ts'
import { cutToFit } from './cut.ts'

/** Cuts and keeps the blobs by their name. */
function cut(fields: Record<string, unknown>) {
  const blobs = new Map<string, string>()
  const { json } = cutToFit(fields, (text) => {
    const name = `1-${blobs.size + 1}`
    blobs.set(name, text)
    return name
  })
  return { json, blobs }
}

/** What was stored, with each blob put back in the place of its link. */
const restored = (json: string, blobs: Map<string, string>): unknown =>
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('blob' in value)) return value
    const whole = blobs.get(String(value.blob)) ?? ''
    if (!('head' in value && 'tail' in value && 'bytes' in value)) throw new Error('half a link')
    expect(whole.startsWith(String(value.head))).toBe(true)
    expect(whole.endsWith(String(value.tail))).toBe(true)
    expect(value.bytes).toBe(utf8Length(whole))
    return whole
  })

test('a small event is stored as it is', () => {
  const fields = { text: 'x'.repeat(1000), error: true }
  expect(cut(fields)).toEqual({ json: JSON.stringify(fields), blobs: new Map() })
})

const character = fc.constantFrom('a', 'é', '漢', '🦊', '\n', '"', '\u0000')
const long = fc
  .tuple(character, fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(3_000, 8_000)))
  .map(([one, length]) => one.repeat(length))

test('whatever its texts, an event fits its bound and nothing of them is lost', () => {
  fc.assert(
    fc.property(
      fc.record({
        rawInput: long,
        output: long,
        content: fc.array(fc.record({ text: long }), { maxLength: 40 }),
      }),
      (fields) => {
        const before = structuredClone(fields)
        const { json, blobs } = cut(fields)
        expect(fields).toEqual(before)
        expect(utf8Length(json)).toBeLessThanOrEqual(EVENT_BYTES)
        expect(restored(json, blobs)).toEqual(fields)
      },
    ),
    { numRuns: 60, seed: 5, endOnFailure: true },
  )
})

test('the longest text goes first, and only as many as must', () => {
  const fields = { rawInput: 'a'.repeat(100_000), output: 'b'.repeat(60_000) }
  const { json, blobs } = cut(fields)
  expect([...blobs.values()]).toEqual([fields.rawInput])
  expect(JSON.parse(json).output).toBe(fields.output)
})

test('only what readers take as long text is cut', () => {
  const { json } = cut({ title: 'x'.repeat(EVENT_BYTES), text: 'y'.repeat(20_000) })
  expect(JSON.parse(json).title.length).toBe(EVENT_BYTES)
})
