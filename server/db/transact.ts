import type { Database } from 'bun:sqlite'
import { createAtomic } from '../../shared/sqlite/atomic.ts'
import type { Clock } from '../../shared/time.ts'

/** One change of rows. What it means for open sockets waits until it committed, and is not said when it did not. */
export interface Work {
  readonly now: number
  /** In the order given, after the commit. */
  after(effect: () => void): void
}

export type Transactor = <T>(change: (work: Work) => T) => T

export function createTransact(deps: { db: Database; clock: Clock }): Transactor {
  const atomic = createAtomic(deps.db)
  return (change) => {
    const effects: (() => void)[] = []
    const work: Work = { now: deps.clock.now(), after: (effect) => void effects.push(effect) }
    const result = atomic(() => change(work))
    for (const effect of effects) effect()
    return result
  }
}
