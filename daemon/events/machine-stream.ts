import { STREAM_PING_MS } from '../../shared/limits.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { MachineItem } from '../../shared/wire/stream.ts'
import { type Frame, frame } from './frame.ts'
import { createBell } from './hub.ts'
import type { StreamDeps } from './session-stream.ts'

export interface MachineStreamDeps extends Omit<StreamDeps, 'events'> {
  sessions(): Session[]
  /** Changes are gathered for this long, so that a busy session costs one row in that time. */
  everyMs: number
}

/** All sessions at once, then the ones that changed. What waits for a slow reader is a set of ids. */
export async function* machineStream(
  deps: MachineStreamDeps,
  signal: AbortSignal,
): AsyncGenerator<Frame<MachineItem>, void> {
  const changed = new Set<string>()
  const bell = createBell(deps.clock.after)
  const unsubscribe = deps.hub.subscribe(null, (session) => {
    changed.add(session)
    bell.ring()
  })
  const over = AbortSignal.any([signal, deps.closing])
  const never = createBell(deps.clock.after)
  try {
    yield frame<MachineItem>({ type: 'hello', sessions: deps.sessions() })
    for (;;) {
      const why = await bell.wait(STREAM_PING_MS, over)
      if (why === 'aborted') {
        if (!signal.aborted) yield frame<MachineItem>({ type: 'end', why: 'daemon_stopping' })
        return
      }
      if (why === 'timeout') {
        yield frame<MachineItem>({ type: 'ping' })
        continue
      }
      await never.wait(deps.everyMs, over)
      yield frame<MachineItem>({ type: 'changed', ...take(changed, deps.snapshot) })
    }
  } finally {
    unsubscribe()
  }
}

function take(
  changed: Set<string>,
  snapshot: (session: string) => Session | null,
): { sessions: Session[]; gone: string[] } {
  const sessions: Session[] = []
  const gone: string[] = []
  for (const id of changed) {
    const now = snapshot(id)
    if (now) sessions.push(now)
    else gone.push(id)
  }
  changed.clear()
  return { sessions, gone }
}
