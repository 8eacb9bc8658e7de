import type { UserStore } from '../accounts/user-store.ts'
import { PROVISIONED } from '../enrollment/enrollment.ts'

/** No name has a space: nobody is called this, nor what a provisioning key is called. */
const GONE = 'deleted account'

/**
 * Whose code brought a machine up. Null only where that was the reader, or nobody has yet: a maker who is gone, and one
 * that was no person, are what the reader has to know of most.
 */
export function enrolledBy(maker: string | null, reader: string | null, users: UserStore): string | null {
  if (maker === null || maker === reader) return null
  return maker === PROVISIONED ? PROVISIONED : (users.get(maker)?.name ?? GONE)
}
