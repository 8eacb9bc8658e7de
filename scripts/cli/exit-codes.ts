/** What the command line's exit codes mean; documented, append-only. Scripts branch on these. */
import type { TurnStop } from '../../shared/wire/event.ts'

export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  /** Not found, or the machine refused. */
  refused: 3,
  agentError: 4,
  /** Cancelled, or refused by a person. */
  cancelled: 5,
  unreachable: 6,
  /** A question that nobody here can answer; it stays open. */
  unanswerable: 7,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export function exitOfTurn(stop: TurnStop): ExitCode {
  switch (stop) {
    case 'end_turn':
      return exitCodes.ok
    case 'cancelled':
    case 'refused':
      return exitCodes.cancelled
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
    case 'agent_error':
    case 'abandoned':
    case 'interrupted':
      return exitCodes.agentError
  }
}

/** Codes of refusals that are the machine's own trouble, or the caller's grammar; every other one is a refusal. */
const exitByCode = new Map<string, ExitCode>([
  ['internal', exitCodes.error],
  ['timeout', exitCodes.error],
  ['invalid_request', exitCodes.usage],
  ['usage', exitCodes.usage],
  ['not_there_yet', exitCodes.usage],
  ['unreachable', exitCodes.unreachable],
  ['shutting_down', exitCodes.unreachable],
  ['authority_unreachable', exitCodes.unreachable],
  ['machine_offline', exitCodes.unreachable],
  ['connection_lost', exitCodes.unreachable],
  ['circuit_lost', exitCodes.unreachable],
  ['outcome_unknown', exitCodes.unreachable],
  ['accept_timeout', exitCodes.unreachable],
  ['server_shutdown', exitCodes.unreachable],
  ['ambiguous_option', exitCodes.unanswerable],
  ['unanswerable', exitCodes.unanswerable],
])

export const exitOfCode = (code: string): ExitCode => exitByCode.get(code) ?? exitCodes.refused
