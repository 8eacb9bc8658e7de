import type { TurnStop } from '../../shared/wire/event.ts'
import { type MessageKey, t } from '../locale/t.ts'

const WORDS = {
  end_turn: 'turn.end_turn',
  cancelled: 'turn.cancelled',
  refused: 'turn.refused',
  max_tokens: 'turn.max_tokens',
  max_turn_requests: 'turn.max_turn_requests',
  refusal: 'turn.refusal',
  agent_error: 'turn.agent_error',
  abandoned: 'turn.abandoned',
  interrupted: 'turn.interrupted',
} as const satisfies Record<TurnStop, MessageKey>

/** How a turn ended, in words; a plain end is quiet, any other says what happened. */
export function TurnEnd({ stopReason, message }: { stopReason: TurnStop; message?: string | undefined }) {
  const quiet = stopReason === 'end_turn'
  return (
    <div class={quiet ? 'turn-end' : 'turn-end turn-end-said'}>
      <span class="turn-end-words">{t(WORDS[stopReason])}</span>
      {message && (
        <p class="turn-end-message" dir="auto">
          {message}
        </p>
      )}
    </div>
  )
}
