import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { SessionStatus } from '../../shared/wire/session.ts'

export interface StatusFacts {
  /** The session's run, null when it has none. */
  run: 'starting' | 'open' | 'ending' | null
  exitReason: ExitReason | null
  askOpen: boolean
  turnOpen: boolean
}

/** A session's status, from its state. Nothing stores it. */
export function deriveStatus(facts: StatusFacts): SessionStatus {
  if (facts.run === 'ending') return 'stopping'
  if (facts.run === 'starting') return 'starting'
  if (facts.askOpen) return 'blocked'
  if (facts.turnOpen) return 'running'
  if (facts.run === null && facts.exitReason !== null) return statusOfExit(facts.exitReason)
  return 'idle'
}

/** One arm a reason: a new one does not compile until somebody decided what it reads as. */
function statusOfExit(reason: ExitReason): 'parked' | 'interrupted' | 'exited' {
  switch (reason) {
    case 'parked':
      return 'parked'
    case 'daemon_shutdown':
    case 'daemon_restarted':
    case 'config_changed':
      return 'interrupted'
    case 'stopped':
    case 'agent_exited':
    case 'agent_broken':
    case 'agent_signed_out':
    case 'start_failed':
    case 'start_timeout':
      return 'exited'
  }
}

/** Only for a session that never had a conversation: it keeps its first message and is started again, not resumed. */
export function neverStarted(reason: ExitReason | null): boolean {
  return reason === 'start_failed' || reason === 'start_timeout'
}

/** The daemon ended it, so the daemon brings it back. */
export function returnsAtBoot(reason: ExitReason | null): boolean {
  return reason !== null && statusOfExit(reason) === 'interrupted'
}
