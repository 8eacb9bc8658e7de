import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Hub } from '../events/hub.ts'
import type { Core } from './core.ts'
import { watchSession } from './watch.ts'

/** What setting a control led to: the agent was asked, it is kept for a later one, or an agent is being fetched for it. */
export type ControlAct =
  | { kind: 'asked'; id: string; run: string; n: number }
  | { kind: 'kept' | 'waking'; id: string }

/** Waits until it is known whether the agent took it. */
export async function controlOutcome(
  deps: { core: Core; hub: Hub; clock: Clock },
  act: ControlAct,
  control: string,
  value: string | boolean,
): Promise<Result<{ id: string }>> {
  const { core } = deps
  if (act.kind === 'kept') return ok({ id: act.id })
  if (act.kind === 'asked') {
    const answered = (): boolean => !core.runs.controlWaits(act.run, act.n)
    const settled = await watchSession(deps, act.id, core.limits.controlMs, answered)
    if (!settled) return refuse('timeout', 'the agent has not answered yet')
  } else {
    const isThere = (): boolean => {
      const session = core.sessions.get(act.id)
      return !session?.run || core.runs.get(session.run)?.phase !== 'starting'
    }
    await watchSession(deps, act.id, core.limits.startMs + core.limits.bootResumeSettleMs, isThere)
    if (core.sessions.get(act.id)?.run === null)
      return refuse('control_refused', 'the agent did not come back; the choice is kept for when it does', {
        control,
      })
  }
  const now = core.sessions.get(act.id)?.controls.find((one) => one.id === control)
  if (now?.value !== value) return refuse('control_refused', 'the agent did not take it', { control })
  return ok({ id: act.id })
}
