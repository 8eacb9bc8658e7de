/** What agents report to go on beside their turns: kept with the conversation, whatever becomes of the process. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { BackgroundTask } from '../../shared/wire/task.ts'
import type { TaskReport } from '../acp/change.ts'
import { at } from '../acp/json.ts'
import { type Outcome, requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { acpMethods, stopTaskParams } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

export const isLive = (state: BackgroundTask['state']): boolean => state === 'running' || state === 'paused'

export function applyTask(core: Core, work: Work, session: SessionRow, report: TaskReport): void {
  core.lives.setReportsTasks(session.id, true)
  work.touch(session.id)
  const before = core.tasks.get(session.id, report.id)
  if (!before && !report.began) return
  const begins = report.began && (!before || !isLive(before.state))
  core.tasks.put(session.id, {
    id: report.id,
    title: report.title ?? before?.title ?? report.id,
    state: begins || !before ? 'running' : nextState(before.state, report.state),
    startedAt: begins || !before ? work.now : before.startedAt,
    updatedAt: work.now,
    stoppable: report.stoppable ?? before?.stoppable ?? false,
  })
  core.tasks.prune(session.id, core.limits.tasks)
}

/** An end may be corrected by another one (an agent that lost sight of a task says `stopped` first); nothing undoes it. */
function nextState(
  before: BackgroundTask['state'],
  reported: BackgroundTask['state'] | undefined,
): BackgroundTask['state'] {
  if (reported === undefined || (!isLive(before) && isLive(reported))) return before
  return reported
}

/** The agent is gone, and what it had at work with it: nobody will say how that ended. */
export function stopTasks(core: Core, work: Work, session: SessionRow): void {
  const stopped = core.tasks.stopLive(session.id, work.now)
  if (stopped === 0) return
  const message = `its agent ended with ${stopped === 1 ? 'a background task' : `${stopped} background tasks`} at work`
  core.log.append(work, session.id, { type: 'error', code: 'tasks_stopped', message })
}

/** Asks the agent to stop a task. */
export function stopTask(core: Core, work: Work, session: SessionRow, id: string): Result<{ id: string }> {
  const task = core.tasks.get(session.id, id)
  if (!task) return refuse('not_found', 'this session has no such task')
  if (!isLive(task.state))
    return refuse('already_settled', `it ended before: ${task.state}`, { state: task.state })
  if (!task.stoppable) return refuse('control_refused', 'this agent takes no request to stop it')
  const run = session.run === null ? null : core.runs.get(session.run)
  if (run?.phase !== 'open' || session.ending !== null || session.conversation === null) {
    return refuse('busy', 'the agent is not there to take it')
  }
  const params = stopTaskParams(session.conversation, id)
  core.runs.addLine(
    run.id,
    requestLine(formatOwnId({ kind: 'stop_task', task: id }), acpMethods.stopTask, params),
  )
  work.send(run.id)
  return ok({ id: session.id })
}

/** The agent's answer to that. One that stopped it reports so as well, sooner or later. */
export function stopTaskAnswer(core: Core, work: Work, run: RunRow, id: string, outcome: Outcome): void {
  const task = core.tasks.get(run.session, id)
  if (!task || !isLive(task.state)) return
  if (outcome.ok && at(outcome.result, 'stopped') === true) {
    core.tasks.put(run.session, { ...task, state: 'stopped', updatedAt: work.now })
    return work.touch(run.session)
  }
  const why = outcome.ok ? 'it cannot be stopped now' : cleanLabel(outcome.error.message, 1000)
  const message = `the agent did not stop “${task.title}”: ${why}`
  core.log.append(work, run.session, { type: 'error', code: 'task_not_stopped', message })
}
