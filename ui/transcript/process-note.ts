import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import { type MessageKey, t } from '../locale/t.ts'

const REASONS = {
  stopped: 'process.stopped',
  parked: 'process.parked',
  daemon_shutdown: 'process.daemon_shutdown',
  daemon_restarted: 'process.daemon_restarted',
  config_changed: 'process.config_changed',
  agent_exited: 'process.agent_exited',
  agent_broken: 'process.agent_broken',
  agent_signed_out: 'process.agent_signed_out',
  start_failed: 'process.start_failed',
  start_timeout: 'process.start_timeout',
} as const satisfies Record<ExitReason, MessageKey>

/** Why an agent's process is not there, in words. */
export const exitWords = (reason: ExitReason): string => t(REASONS[reason])

export interface ProcessFact {
  status: 'started' | 'resumed' | 'adopted' | 'exited'
  reason?: ExitReason
  left?: readonly string[]
  message?: string
}

export function processWords({ status, reason, left, message }: ProcessFact): string {
  const what = status === 'exited' && reason ? exitWords(reason) : t(`process.${status}`)
  const still = left && left.length > 0 ? t('process.left', { what: left.join(', ') }) : null
  return [what, still, message].filter((part) => part).join('. ')
}
