/** PING and what follows from it: the round trip, a circuit that is lost, one that nobody uses. */
import { CIRCUIT_DEAD_MS, CIRCUIT_IDLE_MS, CIRCUIT_PING_MS } from '../limits.ts'
import { type Clock, SECOND_MS, type Timer } from '../time.ts'
import { PING_BYTES, u32, u32At } from './frame.ts'
import type { RoundTrip } from './round-trip.ts'

export interface Pulse {
  /** Anything came. */
  heard(): void
  pong(payload: Uint8Array): void
  /** Bytes flow: measures the round trip, at most once a second. */
  measure(): void
  /** How many streams are open. */
  streams(count: number): void
  stop(): void
}

export interface PulseDeps {
  clock: Clock
  roundTrip: RoundTrip
  ping(payload: Uint8Array): void
  /** Nothing was heard for {@link CIRCUIT_DEAD_MS}. */
  lost(): void
  /** There was no stream for {@link CIRCUIT_IDLE_MS}. */
  idle(): void
}

const MEASURE_EVERY_MS = SECOND_MS

export function pulse({ clock, roundTrip, ping, lost, idle }: PulseDeps): Pulse {
  let heardAt = clock.now()
  let idleSince: number | null = heardAt
  let count = 0
  let asked: { number: number; at: number } = { number: 0, at: heardAt }
  let isOpen = false
  let timer: Timer | null = null

  function ask(): void {
    asked = { number: asked.number + 1, at: clock.now() }
    isOpen = true
    const payload = new Uint8Array(PING_BYTES)
    payload.set(u32(asked.number))
    ping(payload)
  }

  function tick(): void {
    const now = clock.now()
    if (now - heardAt >= CIRCUIT_DEAD_MS) return lost()
    if (idleSince !== null && now - idleSince >= CIRCUIT_IDLE_MS) return idle()
    if (now - asked.at >= CIRCUIT_PING_MS) ask()
    wait()
  }

  function wait(): void {
    const now = clock.now()
    const due = [asked.at + CIRCUIT_PING_MS, heardAt + CIRCUIT_DEAD_MS]
    if (idleSince !== null) due.push(idleSince + CIRCUIT_IDLE_MS)
    timer = clock.after(Math.max(1, Math.min(...due) - now), tick)
  }

  ask()
  wait()
  return {
    heard() {
      heardAt = clock.now()
    },
    pong(payload) {
      if (!isOpen || u32At(payload, 0) !== asked.number) return // an older one
      isOpen = false
      roundTrip.measured(clock.now() - asked.at)
    },
    measure() {
      if (!isOpen && clock.now() - asked.at >= MEASURE_EVERY_MS) ask()
    },
    streams(open) {
      if (open === 0 && count > 0) idleSince = clock.now()
      if (open > 0) idleSince = null
      count = open
    },
    stop() {
      timer?.cancel()
    },
  }
}
