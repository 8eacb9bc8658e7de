import { expect, test } from 'bun:test'
import { CIRCUIT_DATA_BYTES, CIRCUIT_PLAINTEXT_BYTES } from '../limits.ts'
import { FRAME_HEADER_BYTES } from './frame.ts'
import { gatherSize, paddedSize } from './padding.ts'

test('a plaintext has one of five sizes', () => {
  const cases: [number, number][] = [
    [1, 256],
    [256, 256],
    [257, 1024],
    [1025, 4096],
    [4097, 16_384],
    [16_384, 16_384],
    [16_385, 65_519],
    [65_519, 65_519],
  ]
  for (const [bytes, size] of cases) expect(paddedSize(bytes)).toBe(size)
  expect(() => paddedSize(CIRCUIT_PLAINTEXT_BYTES + 1)).toThrow(RangeError)
})

test('a plaintext and its tag are a Noise message, and two bulk frames fill it to a byte', () => {
  expect(CIRCUIT_PLAINTEXT_BYTES + 16).toBe(65_535)
  const filled = 2 * (FRAME_HEADER_BYTES + CIRCUIT_DATA_BYTES)
  expect(CIRCUIT_PLAINTEXT_BYTES - filled).toBe(1)
})

test('what waits never costs more than twice its bytes once it is past 4 KiB in the last steps', () => {
  for (let waiting = 16_384; waiting < 300_000; waiting += 1_000) {
    let left = waiting
    let sent = 0
    while (left > 0) {
      const part = Math.min(left, gatherSize(left))
      sent += paddedSize(part)
      left -= part
    }
    expect(sent).toBeLessThan(waiting * 2)
  }
})
