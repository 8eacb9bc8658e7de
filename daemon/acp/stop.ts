/** How a turn ended, from the answer to `session/prompt` and what we know that the agent does not say. */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { TurnStop } from '../../shared/wire/event.ts'
import { errorText } from './error-text.ts'
import { at, jsonText, textOf } from './json.ts'
import type { Outcome } from './message.ts'
import type { Vendor } from './vendor.ts'

export interface TurnFacts {
  /** A person cancelled this turn. */
  cancelled: boolean
  /** A person refused a permission of this turn. */
  refused: boolean
}

export interface TurnEnd {
  stopReason: TurnStop
  message?: string
}

export function readPromptOutcome(vendor: Vendor, outcome: Outcome, facts: TurnFacts): TurnEnd {
  if (!outcome.ok) return { stopReason: 'agent_error', message: errorText(outcome.error) }
  const reason = at(outcome.result, 'stopReason')
  switch (reason) {
    case 'end_turn':
      return { stopReason: facts.cancelled && vendor.endsCancelled ? 'cancelled' : reason }
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
      return { stopReason: reason }
    case 'cancelled':
      // Two agents end a turn as cancelled over a refusal, though nobody cancelled.
      return { stopReason: facts.refused && !facts.cancelled ? 'refused' : 'cancelled' }
    default:
      // It ended, and that is all that is known of it: the agent's own word is kept for a person to read.
      return { stopReason: 'end_turn', message: cleanLabel(textOf(reason) ?? jsonText(reason)) }
  }
}
