import { AppError, type ErrorCode, type Result } from '../../../shared/errors.ts'
import type { Applied, Command } from '../outbox-entry.ts'

/** A machine that applies a key once and remembers it, behind a network that a test breaks. */
export interface FakeMachine {
  perform(command: Command, key: string): Promise<Result<Applied>>
  check(command: Command, key: string): Promise<Result<Applied>>
  /** What was applied, in order. */
  readonly applied: Command[]
  /** How often each key arrived. */
  readonly arrivals: Map<string, number>
  /** The next request: `before` it arrives, or `after` it was applied, the way is lost; or it is refused. */
  next(...fates: Fate[]): void
  /** Its memory of commands is over. */
  forget(): void
}

export type Fate = 'before' | 'after' | 'throws' | { refused: ErrorCode; detail?: unknown }

export function fakeMachine(): FakeMachine {
  const known = new Map<string, Applied>()
  const applied: Command[] = []
  const arrivals = new Map<string, number>()
  const fates: Fate[] = []
  let seq = 0
  const lost = (code: ErrorCode, detail?: unknown): Result<Applied> => ({
    ok: false,
    error: new AppError(code, 'fake', detail),
  })

  return {
    applied,
    arrivals,
    next: (...given) => void fates.push(...given),
    forget: () => known.clear(),
    async perform(command, key) {
      const fate = fates.shift()
      if (fate === 'before') return lost('circuit_lost')
      if (fate === 'throws') throw new TypeError('the network broke')
      arrivals.set(key, (arrivals.get(key) ?? 0) + 1)
      if (typeof fate === 'object') return lost(fate.refused, fate.detail)
      let answer = known.get(key)
      if (!answer) {
        applied.push(command)
        answer = { session: 'session' in command ? command.session : 's_new', seq: ++seq, landed: 'started' }
        known.set(key, answer)
      }
      return fate === 'after' ? lost('outcome_unknown') : { ok: true, value: answer }
    },
    async check(_command, key) {
      const answer = known.get(key)
      return answer ? { ok: true, value: answer } : lost('command_not_found')
    },
  }
}
