import type { Clock } from '../../shared/time.ts'
import { createBell, type Hub } from '../events/hub.ts'

/** Waits until `done` holds for a session, looking after each of its changes; false when `ms` passed first. */
export async function watchSession(
  deps: { hub: Hub; clock: Clock },
  session: string,
  ms: number,
  done: () => boolean,
): Promise<boolean> {
  const bell = createBell(deps.clock.after)
  const unsubscribe = deps.hub.subscribe(session, bell.ring)
  const deadline = deps.clock.now() + ms
  const never = new AbortController().signal
  try {
    for (;;) {
      if (done()) return true
      const left = deadline - deps.clock.now()
      if (left <= 0) return false
      await bell.wait(left, never)
    }
  } finally {
    unsubscribe()
  }
}
