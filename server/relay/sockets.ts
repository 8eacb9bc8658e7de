/** How many sockets may be open that have not said yet who they are. */
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
      const network = networkOf(address)
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

/** An IPv4 address is its own network; of IPv6 one subscriber has at least a /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
    while (groups.length + after < 8) groups.push('0')
    if (tail !== '') groups.push(...tail.split(':'))
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
