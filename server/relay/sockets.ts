/** How many sockets may be open that have not said yet who they are. */
import { addressGroup } from '../../shared/address-group.ts'
import type { RelayLimits } from './limits.ts'

/** Gives the place back; calling it again changes nothing. */
export type Release = () => void

export interface Sockets {
  /** Null: too many, from this address or in all. */
  enter(address: string): Release | null
}

export function createSockets(limits: RelayLimits): Sockets {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    enter(address) {
      const network = addressGroup(address)
      const here = byNetwork.get(network) ?? 0
      if (here >= limits.socketsAnAddress || all >= limits.socketsBeforeHello) return null
      byNetwork.set(network, here + 1)
      all++
      let held = true
      return () => {
        if (!held) return
        held = false
        all--
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      }
    },
  }
}
