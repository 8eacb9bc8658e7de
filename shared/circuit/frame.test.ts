import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { plaintextOf } from '../testing/circuit-pair.ts'
import { FUZZ_GROWTH_BYTES, grownBy } from '../testing/grown-by.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { inputs } from '../testing/suite-size.ts'
import { FRAME_HEADER_BYTES, FrameType, frameAt, u32, u32At, writeFrameHeader } from './frame.ts'

const FUZZ_INPUTS = inputs(20_000, 1_000_000)
const FUZZ_MS = inputs(20_000, 600_000)
const types = Object.values(FrameType).filter((type) => type !== FrameType.padding)

/** Reads as an inbox does; the frames before the first thing that is none. */
function read(plaintext: Uint8Array): { frames: number; bytes: number; end: 'end' | 'bad' } {
  let at = 0
  let bytes = 0
  for (let frames = 0; ; frames++) {
    const frame = frameAt(plaintext, at)
    if (frame === 'end' || frame === 'bad') return { frames, bytes, end: frame }
    bytes += frame.payload.length
    at += FRAME_HEADER_BYTES + frame.payload.length
    expect(at).toBeLessThanOrEqual(plaintext.length)
  }
}

describe('frames of a circuit', () => {
  test('the header is type, 24 bits of length and 32 of stream, most significant first', () => {
    const header = new Uint8Array(FRAME_HEADER_BYTES)
    writeFrameHeader(header, 0, FrameType.data, 0xfedcba98, 0x010203)
    expect([...header]).toEqual([4, 1, 2, 3, 0xfe, 0xdc, 0xba, 0x98])
  })

  test('the numbers of the types do not change', () => {
    expect(FrameType).toEqual({
      padding: 0,
      settings: 1,
      request: 2,
      response: 3,
      data: 4,
      end: 5,
      reset: 6,
      window: 7,
      ping: 8,
      pong: 9,
      renew: 10,
      rekey: 11,
      goaway: 12,
    })
  })

  test('any frames written are read again, up to the padding', () => {
    const frame = fc.tuple(
      fc.constantFrom(...types),
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.uint8Array({ maxLength: 300 }),
    )
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), fc.nat(64), (frames, padding) => {
        const written = plaintextOf(...frames)
        const plaintext = new Uint8Array(written.length + padding)
        plaintext.set(written)
        let at = 0
        for (const [type, stream, payload] of frames) {
          expect(frameAt(plaintext, at)).toEqual({
            type,
            stream,
            payload: plaintext.subarray(at + 8, at + 8 + payload.length),
          })
          at += FRAME_HEADER_BYTES + payload.length
        }
        expect(frameAt(plaintext, at)).toBe('end')
      }),
    )
  })

  test('a cut anywhere inside a frame is bad, never a shorter frame', () => {
    const whole = plaintextOf([FrameType.data, 1, 'twelve bytes'])
    for (let length = 1; length < whole.length; length++) {
      expect(frameAt(whole.subarray(0, length), 0)).toBe('bad')
    }
  })

  test('a type that nobody knows is bad', () => {
    for (const type of [13, 14, 127, 255]) expect(frameAt(plaintextOf([type, 1]), 0)).toBe('bad')
  })

  test(
    `${FUZZ_INPUTS} plaintexts of chance are read to an end without a throw or a byte too far`,
    () => {
      const random = seededRandom(7)
      let tooFar = 0
      const grown = grownBy(() => {
        for (let n = 0; n < FUZZ_INPUTS; n++) {
          const plaintext = random(random.int(200))
          // Half of them begin as frames do, so that more than the first byte is reached.
          if (n % 2 === 0 && plaintext.length > 4) plaintext.set([1 + random.int(12), 0, 0, random.int(40)])
          if (read(plaintext).bytes > plaintext.length) tooFar++
        }
      })
      expect(tooFar).toBe(0)
      expect(grown).toBeLessThan(FUZZ_GROWTH_BYTES)
    },
    FUZZ_MS,
  )

  test('32-bit numbers keep their highest bit', () => {
    for (const value of [0, 1, 0x7fffffff, 0x80000000, 0xffffffff]) expect(u32At(u32(value), 0)).toBe(value)
    expect(() => u32At(new Uint8Array(3), 0)).toThrow(RangeError)
  })
})
