import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { outbox, type Sink } from './outbox.ts'

function sinkOf(room: () => number) {
  const got: number[] = []
  let terminated = false
  const sink: Sink = {
    write(bytes) {
      const taken = Math.min(bytes.length, room())
      got.push(...bytes.subarray(0, taken))
      return taken
    },
    terminate: () => {
      terminated = true
    },
  }
  return { sink, got, terminated: () => terminated }
}

test('whatever the socket takes at a time, bytes go out whole and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 })),
      fc.infiniteStream(fc.nat(12)),
      (sent, rooms) => {
        const { sink, got } = sinkOf(() => rooms.next().value ?? 1)
        const out = outbox(sink, 10_000)
        const reused = new Uint8Array(20)
        for (const bytes of sent) {
          reused.set(bytes)
          out.send(reused.subarray(0, bytes.length))
          reused.fill(0)
        }
        for (let tries = 0; !out.clear() && tries < 10_000; tries++) out.drain()
        expect(got).toEqual(sent.flatMap((bytes) => [...bytes]))
      },
    ),
  )
})

test('a daemon that reads nothing is cut off at the bound', () => {
  const { sink, terminated } = sinkOf(() => 0)
  const out = outbox(sink, 100)
  out.send(new Uint8Array(100))
  expect(terminated()).toBe(false)
  out.send(new Uint8Array(1))
  expect(terminated()).toBe(true)
})
