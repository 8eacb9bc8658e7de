/** A hasher for tests: no cost, and everything that reached it is counted. */
import type { Hasher } from '../passwords/hasher.ts'

export interface CountingHasher extends Hasher {
  /** The hashes that were verified against, in order. */
  readonly verified: string[]
  /** From now on work waits until `release`. */
  hold(): void
  release(): void
}

export function countingHasher(): CountingHasher {
  const verified: string[] = []
  let gate: PromiseWithResolvers<void> | null = null
  const turn = (): Promise<unknown> => gate?.promise ?? new Promise((done) => setImmediate(done))
  return {
    verified,
    decoy: 'hash of nothing',
    hold() {
      gate = Promise.withResolvers()
    },
    release() {
      gate?.resolve()
      gate = null
    },
    async hash(password) {
      await turn()
      return `hash of ${password}`
    },
    async verify(password, hash) {
      verified.push(hash)
      await turn()
      return hash === `hash of ${password}`
    },
  }
}
