import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { keeperLimits } from '../limits.ts'
import { encodeFrame, type Frame, frameReader, HEADER_BYTES } from './frames.ts'

const frame = fc.record({
  type: fc.integer({ min: 1, max: 255 }),
  header: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
  body: fc.uint8Array({ maxLength: 2_000 }),
})

function joined(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

describe('keeper frames', () => {
  test('any chunking of any frames gives the same frames', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 900 })),
        (sent, cuts) => {
          const stream = joined(sent.map(({ type, header, body }) => encodeFrame(type, header, body)))
          const reader = frameReader(keeperLimits.frameBytes)
          const got: Frame[] = []
          let at = 0
          for (const cut of [...cuts, stream.length]) {
            got.push(...reader.push(stream.slice(at, at + cut)))
            at = Math.min(stream.length, at + cut)
          }
          const asJson = (one: Frame) => ({ ...one, header: JSON.parse(JSON.stringify(one.header)) })
          expect(got).toEqual(sent.map(asJson))
        },
      ),
    )
  })

  test('lengths that cannot be are thrown before anything is kept', () => {
    const hostile: [string, number[]][] = [
      ['shorter than its fixed part', [0, 0, 0, 2]],
      ['over the bound', [0xff, 0xff, 0xff, 0xff]],
    ]
    for (const [, prefix] of hostile) {
      expect(() => frameReader(keeperLimits.frameBytes).push(new Uint8Array(prefix))).toThrow(RangeError)
    }
  })

  test('a header that reaches past its frame is thrown', () => {
    const bytes = new Uint8Array([0, 0, 0, 5, 1, 0, 9, 123, 125])
    expect(() => frameReader(100).push(bytes)).toThrow(RangeError)
  })

  test('a header that is no JSON object is thrown', () => {
    for (const text of ['[]', 'null', '1', '{']) {
      const header = Buffer.from(text)
      const bytes = Buffer.concat([Buffer.from([0, 0, 0, 3 + header.length, 1, 0, header.length]), header])
      expect(() => frameReader(100).push(new Uint8Array(bytes))).toThrow()
    }
  })

  test('a header over its bound is not sent', () => {
    expect(() => encodeFrame(1, { text: 'x'.repeat(HEADER_BYTES) })).toThrow(RangeError)
  })
})
