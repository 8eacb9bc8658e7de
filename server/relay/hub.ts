/** Which machine is reached by which tunnel: one a machine, and the newest wins. */
import type { TunnelOrder } from '../../shared/relay/messages.ts'
import type { Circuits } from './circuits.ts'
import type { Ending } from './refusal.ts'

export interface Tunnel {
  readonly machine: string
  /** False: the tunnel is gone. */
  send(order: TunnelOrder): boolean
  /** Says what the machine has not acknowledged. */
  sayOwed(): void
  /** Closes it when its machine may no longer hold it, or has another key by now. */
  recheck(): void
  close(ending: Ending): void
}

export interface Hub {
  of(machine: string): Tunnel | null
  all(): Tunnel[]
  /** `tunnel` has proven that it is its machine's. The one before it goes, its circuits first. */
  take(tunnel: Tunnel): void
  /** The tunnel is closed. Harmless when another took its place. */
  leave(tunnel: Tunnel): void
}

export function createHub(circuits: Circuits): Hub {
  const tunnels = new Map<string, Tunnel>()
  return {
    of: (machine) => tunnels.get(machine) ?? null,
    all: () => [...tunnels.values()],
    take(tunnel) {
      const before = tunnels.get(tunnel.machine)
      if (before !== undefined) {
        circuits.endOf(tunnel.machine, 'replaced', REPLACED)
        tunnels.set(tunnel.machine, tunnel)
        before.close(DISPLACED)
      }
      tunnels.set(tunnel.machine, tunnel)
    },
    leave(tunnel) {
      if (tunnels.get(tunnel.machine) !== tunnel) return
      tunnels.delete(tunnel.machine)
      // Spliced circuits have sockets of their own; what still waits was asked for down a tunnel that is gone.
      for (const waiting of [...circuits.waiting.values()]) {
        if (waiting.subject.machine === tunnel.machine) waiting.end('connection_lost', OFFLINE)
      }
    },
  }
}

const REPLACED: Ending = { code: 'connection_lost', message: 'the machine has dialled anew' }
const DISPLACED: Ending = { code: 'displaced', message: 'another daemon with this key has dialled' }
const OFFLINE: Ending = { code: 'machine_offline', message: 'the machine holds no tunnel' }
