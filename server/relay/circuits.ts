/** Every circuit there is, waiting for its daemon or spliced, and the clockwork that ends those left alone. */
import type { Clock, Timer } from '../../shared/time.ts'
import type { CircuitEnd } from '../../shared/wire/audit.ts'
import type { RelayLimits } from './limits.ts'
import type { CircuitSubject } from './ports.ts'
import type { Ending } from './refusal.ts'
import type { Socket } from './socket.ts'

export interface Circuit {
  readonly subject: CircuitSubject
  /** Ends it on both sides; calling it again changes nothing. Null: somebody left, nothing is wrong. */
  end(reason: CircuitEnd, ending: Ending | null): void
  /** Ends it if it was idle too long or is too old. */
  look(now: number): void
}

export interface WaitingCircuit extends Circuit {
  /** 32 bytes; whoever says them is the daemon that was asked. */
  readonly secret: Uint8Array
  accept(daemon: Socket): void
}

export interface Circuits {
  readonly all: ReadonlySet<Circuit>
  /** By circuit id. */
  readonly waiting: Map<string, WaitingCircuit>
  add(circuit: Circuit): void
  remove(circuit: Circuit): void
  /** Ends the machine's circuits. */
  endOf(machine: string, reason: CircuitEnd, ending: Ending): void
}

export function createCircuits(clock: Clock, limits: RelayLimits): Circuits {
  const all = new Set<Circuit>()
  let sweep: Timer | null = null
  const lookAtAll = (): void => {
    sweep = null
    const now = clock.now()
    for (const circuit of [...all]) circuit.look(now)
    keepLooking()
  }
  const keepLooking = (): void => {
    if (all.size > 0) sweep ??= clock.after(limits.sweepMs, lookAtAll)
  }
  return {
    all,
    waiting: new Map(),
    add(circuit) {
      all.add(circuit)
      keepLooking()
    },
    remove(circuit) {
      all.delete(circuit)
      if (all.size > 0) return
      sweep?.cancel()
      sweep = null
    },
    endOf(machine, reason, ending) {
      for (const circuit of [...all]) if (circuit.subject.machine === machine) circuit.end(reason, ending)
    },
  }
}
