/** A relay for tests of rules: it holds no sockets and writes down what it was told. */
import type { ReauthorizeFilter, Relay } from '../relay/ports.ts'

export interface RecordedRelay extends Relay {
  readonly reauthorized: ReauthorizeFilter[]
  readonly nudged: string[]
  readonly online: Set<string>
}

export function recordedRelay(): RecordedRelay {
  const reauthorized: ReauthorizeFilter[] = []
  const nudged: string[] = []
  const online = new Set<string>()
  return {
    reauthorized,
    nudged,
    online,
    figures: () => ({ tunnels: online.size, circuits: 0, waiting: 0, heldBytes: 0 }),
    isOnline: (machine) => online.has(machine),
    reauthorize: (filter) => void reauthorized.push(filter),
    nudge: (machine) => void nudged.push(machine),
  }
}
