import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { byteQueue } from './byte-queue.ts'

type Step =
  | { do: 'push'; bytes: Uint8Array }
  | { do: 'view'; bytes: Uint8Array }
  | { do: 'shift' }
  | { do: 'copy'; most: number }
  | { do: 'clear' }

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.uint8Array({ minLength: 1000, maxLength: 1500 }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('push' as const), bytes }),
  fc.record({ do: fc.constant('view' as const), bytes }),
  fc.record({ do: fc.constant('shift' as const) }),
  fc.record({ do: fc.constant('copy' as const), most: fc.nat(2_000) }),
  fc.record({ do: fc.constant('clear' as const) }),
)

describe('a byte queue', () => {
  test('gives what a plain list of bytes would, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const queue = byteQueue()
        let model: number[] = []
        for (const one of steps) {
          if (one.do === 'push' || one.do === 'view') {
            if (one.do === 'push') queue.push(one.bytes)
            else queue.pushView(one.bytes)
            model.push(...one.bytes)
          } else if (one.do === 'clear') {
            queue.clear()
            model = []
          } else if (one.do === 'shift') {
            const got = queue.shift()
            expect([...(got ?? [])]).toEqual(model.splice(0, got?.length ?? 0))
          } else {
            const into = new Uint8Array(one.most + 3)
            const moved = queue.copyTo(into, 3, one.most)
            expect(moved).toBe(Math.min(one.most, model.length))
            expect([...into.subarray(3, 3 + moved)]).toEqual(model.splice(0, moved))
          }
          expect(queue.length).toBe(model.length)
        }
      }),
    )
  })

  test('a small view does not keep the message that it came in', () => {
    const queue = byteQueue()
    const message = new Uint8Array(65_519)
    queue.pushView(message.subarray(10, 15))
    expect(queue.shift()?.buffer.byteLength).toBe(5)
  })

  test('a large view is kept as it is, without a copy', () => {
    const queue = byteQueue()
    const message = new Uint8Array(65_519)
    queue.pushView(message.subarray(8, 32_759))
    expect(queue.shift()?.buffer).toBe(message.buffer)
  })

  test('a thousand pieces of one byte take a few pieces of memory', () => {
    const queue = byteQueue()
    for (let n = 0; n < 1_000; n++) queue.pushView(Uint8Array.of(n))
    let pieces = 0
    while (queue.shift()) pieces++
    expect(pieces).toBeLessThanOrEqual(2)
  })
})
