/** How recorded lines reach the session machine: whole and one at a time, or in torn pieces between deaths. */
import { concat, utf8 } from '../../shared/bytes.ts'
import { type FakeClock, fakeClock } from '../../shared/testing/fake-clock.ts'
import type { SeededRandom } from '../../shared/testing/seeded-random.ts'
import { createPump, type Pump } from '../runs/pump.ts'
import { receive } from '../sessions/receive.ts'
import { type TestCore, testCore } from './core.ts'

export interface Feed {
  readonly clock: FakeClock
  /** The machine as it is now: another one after each death. */
  kit(): TestCore
  /** The agent of the run writes a line. */
  write(run: string, line: string): void
  /** Everything written was read. */
  settle(): void
  /** The agent's processes are gone: nothing of theirs is read any more. */
  forget(): void
  deaths(): number
  close(): void
}

interface Stream {
  bytes: Uint8Array
  pump: Pump | null
}

/** `torn` decides where output is cut, and where the daemon dies; null: neither happens. */
export function createFeed(deps: { home: string; seed: number; torn: SeededRandom | null }): Feed {
  const { torn } = deps
  const streams = new Map<string, Stream>()
  const clock = fakeClock()
  let deaths = 0
  // Another daemon draws other ids.
  // All that was recorded goes into one of them.
  const limits = { liveSessions: 1_000, activeTurns: 1_000 }
  const open = (): TestCore => testCore({ home: deps.home, clock, limits, seed: deps.seed * 10_000 + deaths })
  let kit = open()

  const readTo = (run: string): number => kit.core.runs.get(run)?.readTo ?? 0

  const pumpOf = (run: string): Pump => {
    const { core } = kit
    const refuse = (): never => {
      throw new Error('a recorded line is over the bound')
    }
    return createPump(
      {
        clock,
        limits: core.limits,
        apply: (lines, to) => core.transact((work) => receive(core, work, run, lines, to)),
        overflow: refuse,
        discard: refuse,
      },
      readTo(run),
    )
  }

  const die = (): void => {
    deaths++
    for (const stream of streams.values()) {
      stream.pump?.stop()
      stream.pump = null
    }
    kit.close()
    kit = open()
  }

  const read = (run: string, stream: Stream): void => {
    let at = readTo(run)
    while (at < stream.bytes.length) {
      stream.pump ??= pumpOf(run)
      const length = torn ? 1 + torn.int(torn.int(4) === 0 ? 40 : 6_000) : stream.bytes.length
      const piece = stream.bytes.subarray(at, at + length)
      stream.pump.output(at, piece)
      at += piece.length
      if (!torn || torn.int(10) > 0) continue
      die()
      // A keeper may give again what was acknowledged, but the acknowledgement got lost.
      at = Math.max(0, readTo(run) - torn.int(100))
    }
    stream.pump?.flush()
  }

  return {
    clock,
    kit: () => kit,
    write(run, line) {
      const stream = streams.get(run) ?? { bytes: new Uint8Array(0), pump: null }
      streams.set(run, stream)
      stream.bytes = concat([stream.bytes, utf8(`${line}\n`)])
      if (!torn) read(run, stream)
    },
    settle() {
      for (const [run, stream] of streams) read(run, stream)
    },
    forget() {
      for (const stream of streams.values()) stream.pump?.stop()
      streams.clear()
    },
    deaths: () => deaths,
    close: () => kit.close(),
  }
}
