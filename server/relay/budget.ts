/** How many circuits a machine carries, and one subject of it; both fewer while the circuits are not yet spliced. */
import type { RelayLimits } from './limits.ts'

export interface Lease {
  /** Spliced: it no longer counts as opening. */
  up(): void
  /** Gone; calling it again changes nothing. */
  release(): void
}

export interface Budget {
  /** Null: the machine's or the subject's circuits are all in use. */
  lease(machine: string, sub: string): Lease | null
}

interface Count {
  opening: number
  all: number
}

export function createBudget(limits: RelayLimits): Budget {
  const counts = new Map<string, Count>()
  const countOf = (key: string): Count => counts.get(key) ?? { opening: 0, all: 0 }
  const change = (keys: readonly string[], opening: number, all: number): void => {
    for (const key of keys) {
      const count = countOf(key)
      const next = { opening: count.opening + opening, all: count.all + all }
      if (next.all === 0) counts.delete(key)
      else counts.set(key, next)
    }
  }
  return {
    lease(machine, sub) {
      const keys = [machine, `${machine} ${sub}`]
      const [ofMachine, ofSubject] = [countOf(machine), countOf(`${machine} ${sub}`)]
      if (ofMachine.all >= limits.circuitsAMachine || ofMachine.opening >= limits.openingAMachine) return null
      if (ofSubject.all >= limits.circuitsASubject || ofSubject.opening >= limits.openingASubject) return null
      change(keys, 1, 1)
      let state: 'opening' | 'up' | 'released' = 'opening'
      return {
        up() {
          if (state !== 'opening') return
          state = 'up'
          change(keys, -1, 0)
        },
        release() {
          if (state !== 'released') change(keys, state === 'opening' ? -1 : 0, -1)
          state = 'released'
        },
      }
    },
  }
}
