import { describe, expect, test } from 'bun:test'
import { CIRCUIT_DEAD_MS, CIRCUIT_IDLE_MS, CIRCUIT_PING_MS } from '../limits.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { pulse } from './pulse.ts'
import { roundTrip } from './round-trip.ts'

function beating() {
  const clock = fakeClock(0)
  const trip = roundTrip()
  const pings: Uint8Array[] = []
  const ended: string[] = []
  const end = (how: string) => () => {
    ended.push(`${how} at ${clock.now()}`)
  }
  const beat = pulse({
    clock,
    roundTrip: trip,
    ping: (payload) => pings.push(payload),
    lost: end('lost'),
    idle: end('idle'),
  })
  return { clock, trip, pings, ended, beat }
}

describe('the pulse of a circuit', () => {
  test('the first PING goes at once, the next every fifteen seconds', () => {
    const { clock, pings, beat } = beating()
    expect(pings.length).toBe(1)
    for (let n = 0; n < 4; n++) {
      clock.advance(CIRCUIT_PING_MS)
      beat.heard()
    }
    expect(pings.length).toBe(5)
  })

  test('the answer to the newest PING is the round trip; an older one says nothing', () => {
    const { clock, pings, trip, beat } = beating()
    clock.advance(CIRCUIT_PING_MS)
    const [first, second] = pings
    clock.advance(30)
    if (first) beat.pong(first)
    expect(trip.ms).toBeNull()
    if (second) beat.pong(second)
    expect(trip.ms).toBe(30)
    if (second) beat.pong(second)
    expect(trip.ms).toBe(30)
  })

  test('bytes that flow measure again once a second', () => {
    const { clock, pings, beat } = beating()
    beat.pong(pings[0] ?? new Uint8Array(8))
    clock.advance(999)
    beat.measure()
    expect(pings.length).toBe(1)
    clock.advance(1)
    beat.measure()
    beat.measure()
    expect(pings.length).toBe(2)
  })

  test('silence for its time is a lost circuit, and anything heard puts it off', () => {
    const { clock, ended, beat } = beating()
    clock.advance(20_000)
    beat.heard()
    clock.advance(CIRCUIT_DEAD_MS - 1)
    expect(ended).toEqual([])
    clock.advance(1)
    expect(ended).toEqual([`lost at ${20_000 + CIRCUIT_DEAD_MS}`])
    expect(clock.pending()).toBe(0)
  })

  test('without a stream for its time it is idle, answered PINGs or not', () => {
    const { clock, ended, beat } = beating()
    beat.streams(1)
    const pass = (ms: number): void => {
      for (let left = ms; left > 0; left -= 1_000) {
        beat.heard()
        clock.advance(1_000)
      }
    }
    pass(CIRCUIT_IDLE_MS)
    expect(ended).toEqual([])
    beat.streams(0)
    pass(CIRCUIT_IDLE_MS)
    expect(ended).toEqual([`idle at ${2 * CIRCUIT_IDLE_MS}`])
  })

  test('once stopped no timer is left', () => {
    const { clock, beat } = beating()
    beat.stop()
    expect(clock.pending()).toBe(0)
  })
})
