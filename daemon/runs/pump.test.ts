import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8 } from '../../shared/bytes.ts'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createPump, type PumpDeps } from './pump.ts'

const limits = { agentLineBytes: 1_000, coalesceMs: 40, coalesceBytes: 300 }

function setUp(readTo = 0) {
  const clock = fakeClock()
  const applied: { lines: number; readTo: number }[] = []
  const broken: (string | number)[] = []
  const deps: PumpDeps = {
    clock,
    limits,
    apply: (lines, to) => void applied.push({ lines: lines.length, readTo: to }),
    overflow: () => void broken.push('overflow'),
    discard: (to) => void broken.push(to),
  }
  return { clock, applied, broken, pump: createPump(deps, readTo) }
}

const chunk = (text: string, messageId = 'm'): Uint8Array => {
  const update = { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } }
  return utf8(`${JSON.stringify({ method: 'session/update', params: { update } })}\n`)
}
const plan = utf8(
  `${JSON.stringify({ method: 'session/update', params: { update: { sessionUpdate: 'plan' } } })}\n`,
)

/** Writes pieces one after the other from an offset; the offset after them. */
function write(pump: ReturnType<typeof createPump>, at: number, ...pieces: Uint8Array[]): number {
  let offset = at
  for (const piece of pieces) {
    pump.output(offset, piece)
    offset += piece.length
  }
  return offset
}

test('the first text of a message goes on at once, further text waits its time and goes together', () => {
  const { pump, applied, clock } = setUp()
  const end = write(pump, 0, chunk('a'), chunk('b'), chunk('c'))
  expect(applied.map((one) => one.lines)).toEqual([1])
  clock.advance(limits.coalesceMs - 1)
  expect(applied.length).toBe(1)
  clock.advance(1)
  expect(applied.slice(1)).toEqual([{ lines: 2, readTo: end }])
})

test('text that waits goes on when it is much, when it is of another message, and with anything else', () => {
  const { pump, applied } = setUp()
  let at = write(pump, 0, chunk('a'), chunk('b'), chunk('x'.repeat(limits.coalesceBytes)))
  expect(applied.map((one) => one.lines)).toEqual([1, 2])
  at = write(pump, at, chunk('c'), chunk('d', 'other'))
  expect(applied.map((one) => one.lines)).toEqual([1, 2, 2])
  write(pump, at, chunk('e', 'other'), plan)
  expect(applied.map((one) => one.lines)).toEqual([1, 2, 2, 2])
})

test('bytes that were read before are skipped, wherever they are given again from', () => {
  const { pump, applied } = setUp(10)
  const line = utf8('{"method":"x"}\n')
  const whole = new Uint8Array(10 + line.length)
  whole.set(line, 10)
  pump.output(0, whole.slice(0, 14))
  pump.output(4, whole.slice(4))
  pump.output(0, whole)
  expect(applied).toEqual([{ lines: 1, readTo: whole.length }])
})

test('the offset is that of whole lines: half a line is read again by a successor', () => {
  const { pump, applied } = setUp()
  const [one, two] = [utf8('{"method":"x"}\n'), utf8('{"method":"y"}\n')]
  pump.output(0, new Uint8Array([...one, ...two.slice(0, 5)]))
  expect(applied).toEqual([{ lines: 1, readTo: one.length }])
})

test('a line over the bound breaks the run once what came before it was applied; the rest is let go', () => {
  const { pump, applied, broken } = setUp()
  const good = chunk('a')
  const at = write(pump, 0, good, utf8('x'.repeat(limits.agentLineBytes + 1)))
  expect(applied).toEqual([{ lines: 1, readTo: good.length }])
  write(pump, at, utf8('more\n'))
  expect(broken).toEqual(['overflow', at + 5])
})

test('after a stop nothing is applied any more', () => {
  const { pump, applied, clock } = setUp()
  write(pump, 0, chunk('a'), chunk('b'))
  pump.stop()
  clock.advance(1_000)
  pump.flush()
  expect([applied.length, clock.pending()]).toEqual([1, 0])
})

test('however output is cut, the same lines are applied up to the same offset', () => {
  const output = [
    chunk('a'),
    chunk('é漢🦊'),
    plan,
    utf8('\n'),
    utf8('nonsense\n'),
    chunk('b', 'n'),
    chunk('c', 'n'),
  ]
  const bytes = Uint8Array.from(output.flatMap((line) => [...line]))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60 }), (cuts) => {
      const { pump, applied } = setUp()
      let at = 0
      for (const cut of [...cuts, bytes.length]) {
        if (at >= bytes.length) break
        pump.output(at, bytes.subarray(at, at + cut))
        at += cut
      }
      pump.flush()
      expect(applied.reduce((sum, one) => sum + one.lines, 0)).toBe(output.length)
      expect(applied.at(-1)?.readTo).toBe(bytes.length)
    }),
    { numRuns: 200, seed: 17 },
  )
})
