/** How an agent's lines reach the session machine: whole and one at a time, or in torn pieces between deaths. */
import { concat, utf8 } from '../../shared/bytes.ts'
import type { FakeClock } from '../../shared/testing/fake-clock.ts'
import type { SeededRandom } from '../../shared/testing/seeded-random.ts'
import { createPump, type Pump } from '../runs/pump.ts'
import { receive } from '../sessions/receive.ts'
import { openSessionMachine, type SessionMachine } from './session-machine.ts'

export interface Feed {
  /** The machine as it is now: another one after each death. */
  machine(): SessionMachine
  /** The agent of the run writes a line. */
  write(run: string, line: string): void
  /** Everything written was read. */
  settle(): void
  /** Runs of a process that is gone are read no more. */
  forget(): void
  deaths(): number
}

interface Stream {
  bytes: Uint8Array
  pump: Pump | null
}

export interface FeedDeps {
  home: string
  clock: FakeClock
  random: SeededRandom
  /** Bytes of the next piece; `die` says whether the daemon dies after it. */
  cut: { piece(): number; die(): boolean }
}

/** Each line a piece of its own, and nobody dies. */
export const WHOLE: FeedDeps['cut'] = { piece: () => Number.POSITIVE_INFINITY, die: () => false }

export function tornBy(random: SeededRandom): FeedDeps['cut'] {
  return { piece: () => 1 + random.int(random.int(4) === 0 ? 40 : 6_000), die: () => random.int(25) === 0 }
}

export function createFeed(deps: FeedDeps): Feed {
  const streams = new Map<string, Stream>()
  let machine = openSessionMachine(deps)
  let deaths = 0

  const pumpOf = (run: string, stream: Stream): Pump => {
    const { core } = machine
    stream.pump ??= createPump(
      {
        clock: deps.clock,
        limits: core.limits,
        apply: (lines, readTo) => core.transact((work) => receive(core, work, run, lines, readTo)),
        overflow: () => {
          throw new Error('a recorded line is over the bound')
        },
        discard: () => {},
      },
      core.runs.get(run)?.readTo ?? 0,
    )
    return stream.pump
  }

  const die = (): void => {
    deaths++
    for (const stream of streams.values()) {
      stream.pump?.stop()
      stream.pump = null
    }
    machine.close()
    machine = openSessionMachine(deps)
  }

  /** A keeper gives what it has from any offset at or before the one that was committed. */
  const feed = (run: string, stream: Stream): void => {
    const readTo = (): number => machine.core.runs.get(run)?.readTo ?? 0
    let at = readTo()
    while (at < stream.bytes.length) {
      const pump = pumpOf(run, stream)
      const piece = stream.bytes.subarray(at, at + deps.cut.piece())
      pump.output(at, piece)
      at += piece.length
      if (!deps.cut.die()) continue
      die()
      at = Math.max(0, readTo() - deps.random.int(100))
    }
    stream.pump?.flush()
  }

  return {
    machine: () => machine,
    write(run, line) {
      const stream = streams.get(run) ?? { bytes: new Uint8Array(0), pump: null }
      streams.set(run, stream)
      stream.bytes = concat([stream.bytes, utf8(`${line}\n`)])
      if (deps.cut === WHOLE) feed(run, stream)
    },
    settle() {
      for (const [run, stream] of streams) feed(run, stream)
    },
    forget() {
      for (const stream of streams.values()) stream.pump?.stop()
      streams.clear()
    },
    deaths: () => deaths,
  }
}
