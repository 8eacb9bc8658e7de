import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'

export interface StartRefusal {
  at: number
  message: string
}

/**
 * The last start of an agent that it refused because nobody was signed in. In memory and for a while only: a person may
 * have signed in elsewhere meanwhile, and a daemon that starts again has seen nothing yet.
 */
export interface Starts {
  refused(agent: string, message: string): void
  /** It started, got a key, was signed in, or is to be asked anew. */
  forget(agent: string): void
  lastRefused(agent: string): StartRefusal | null
}

export function createStarts(deps: { clock: Clock; limits: Pick<DaemonLimits, 'startRefusalMs'> }): Starts {
  const refusals = new Map<string, StartRefusal>()
  return {
    refused: (agent, message) => void refusals.set(agent, { at: deps.clock.now(), message }),
    forget: (agent) => void refusals.delete(agent),
    lastRefused(agent) {
      const last = refusals.get(agent)
      return last && deps.clock.now() - last.at < deps.limits.startRefusalMs ? last : null
    },
  }
}
