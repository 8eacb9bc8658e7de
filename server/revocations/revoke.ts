import type { Work } from '../db/transact.ts'
import type { GrantStore } from '../grants/store.ts'
import type { ReauthorizeFilter, Relay } from '../relay/ports.ts'
import type { RevocationStore } from './store.ts'

/** Who lost what they had: one sign-in (or key), one device, or, with neither, all of a person. */
export interface Lost {
  user: string
  sid?: string
  dev?: string
}

export interface Revoke {
  /** A sign-in, a device or a person is out: every machine that the user may reach has to know. Before grants go. */
  lost(work: Work, lost: Lost): void
  /** What these people may do on a machine became less. */
  onMachine(work: Work, machine: string, users: readonly string[]): void
  /** A machine is gone, or has other keys. */
  machine(work: Work, machine: string): void
}

/**
 * Revocation in its two halves: rows that a machine is told until it acknowledges them, in the transaction of the act,
 * and the circuits that are open, after it committed.
 */
export function createRevoke(deps: {
  revocations: RevocationStore
  grants: GrantStore
  relay: Relay
}): Revoke {
  const { revocations, grants, relay } = deps
  const closeAfter = (work: Work, filter: ReauthorizeFilter): void =>
    work.after(() => relay.reauthorize(filter))
  return {
    lost(work, { user, sid, dev }) {
      closeAfter(work, { sub: user, ...(sid !== undefined && { sid }), ...(dev !== undefined && { dev }) })
      const sub = sid === undefined && dev === undefined ? user : undefined
      for (const machine of grants.machinesOf(user)) {
        revocations.insert({ machine, sub, sid, dev, at: work.now })
        work.after(() => relay.nudge(machine))
      }
    },
    onMachine(work, machine, users) {
      closeAfter(work, { machine })
      for (const sub of users) revocations.insert({ machine, sub, at: work.now })
      work.after(() => relay.nudge(machine))
    },
    machine: (work, machine) => closeAfter(work, { machine }),
  }
}
