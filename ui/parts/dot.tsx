import type { SessionStatus } from '../../shared/wire/session.ts'
import { type MessageKey, t } from '../locale/t.ts'

export type DotState =
  | 'needs_you'
  | 'live'
  | 'starting'
  | 'stopping'
  | 'idle'
  | 'resting'
  | 'interrupted'
  | 'ended'

/** One shape a state, so that no state is told by colour alone. 12 px, centred. */
const SHAPES: Record<DotState, string> = {
  needs_you: 'M6 .8 11.2 6 6 11.2.8 6z',
  live: 'M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8M6 5.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6',
  starting: 'M6 2a4 4 0 0 1 4 4M6 10a4 4 0 0 1-4-4',
  stopping: 'M3 3h6v6H3z',
  idle: 'M6 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  resting: 'M9.2 7.6A4 4 0 1 1 5.2 2a3.2 3.2 0 0 0 4 5.6',
  interrupted: 'M2 6h2.6M7.4 6H10',
  ended: 'M2 6h8',
}

const WORDS = {
  needs_you: 'state.needs_you',
  live: 'state.live',
  starting: 'state.starting',
  stopping: 'state.stopping',
  idle: 'state.idle',
  resting: 'state.resting',
  interrupted: 'state.interrupted',
  ended: 'state.ended',
} as const satisfies Record<DotState, MessageKey>

const STATES: Record<SessionStatus, DotState> = {
  blocked: 'needs_you',
  running: 'live',
  starting: 'starting',
  stopping: 'stopping',
  idle: 'idle',
  parked: 'resting',
  interrupted: 'interrupted',
  exited: 'ended',
}

export const dotState = (status: SessionStatus): DotState => STATES[status]
export const dotWords = (state: DotState): string => t(WORDS[state])

export function Dot({ state }: { state: DotState }) {
  return (
    <svg class={`dot dot-${state.replace('_', '-')}`} width="12" height="12" viewBox="0 0 12 12" role="img">
      <title>{dotWords(state)}</title>
      <path d={SHAPES[state]} />
    </svg>
  )
}
