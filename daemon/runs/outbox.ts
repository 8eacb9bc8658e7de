import type { RunStore } from './store.ts'

/**
 * Lines to agents, one under way per run: the next is sent when the keeper took the one before. The database holds
 * every line until it was taken, so a lost connection loses none and the numbers make a second delivery harmless.
 */
export interface Outbox {
  /** The run may have new lines. */
  send(run: string): void
  /** `resend`: the keeper had no room for the line after `n` and has now. */
  took(run: string, n: number, resend: boolean): void
  /** A new connection: nothing is under way any more. `lastIn` is what the keeper took already. */
  restart(run: string, lastIn: number): void
  forget(run: string): void
}

export function createOutbox(deps: {
  runs: RunStore
  input(run: string, n: number, line: string): void
}): Outbox {
  const underWay = new Map<string, number>()
  const readyRuns = new Set<string>()
  const next = (run: string): void => {
    if (!readyRuns.has(run) || underWay.has(run)) return
    const line = deps.runs.nextLine(run)
    if (!line) return
    underWay.set(run, line.n)
    deps.input(run, line.n, line.line)
  }
  return {
    send: next,
    took(run, n, resend) {
      deps.runs.taken(run, n)
      const waiting = underWay.get(run)
      if (waiting !== undefined && n < waiting && !resend) return
      underWay.delete(run)
      next(run)
    },
    restart(run, lastIn) {
      readyRuns.add(run)
      underWay.delete(run)
      deps.runs.taken(run, lastIn)
      next(run)
    },
    forget(run) {
      readyRuns.delete(run)
      underWay.delete(run)
    },
  }
}
