/**
 * Background tasks, an extension that claude-agent-acp and codex-acp share: a client that declares `asyncTasks` under
 * `_meta.jetbrains.air` is told of a task's beginning, progress and state by updates of their own, and may ask for its
 * end by `_session/async_task/stop`. As read in claude-agent-acp 0.101 and codex-acp 2.6.
 */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { BackgroundTask } from '../../shared/wire/task.ts'
import { daemonLimits } from '../limits.ts'
import type { Change, TaskReport } from './change.ts'
import { at, type Fields, listOf, wordsOf } from './json.ts'

/** Whether the answer to `initialize` says that the agent reports them: no report is not the same as none. */
export const reportsTasks = (initializeResult: unknown): boolean =>
  listOf(at(initializeResult, '_meta', 'jetbrains', 'air', 'capabilities')).includes('asyncTasks')

/** Null: not an update of a task. */
export function readTaskUpdate(update: Fields): Change[] | null {
  const id = wordsOf(update.asyncTaskId)
  if (id === undefined || id.length > daemonLimits.taskIdChars) return null
  switch (update.sessionUpdate) {
    case 'async_task_spawned':
      return update.taskType === 'turn' ? [{ kind: 'cycle', cycle: 'began' }] : [task(began(id, update))]
    case 'async_task_progress':
      return isOwnTurn(id) ? [] : [task({ id, began: false })]
    case 'async_task_state_update':
      return stateUpdate(id, update)
    default:
      return null
  }
}

const task = (report: TaskReport): Change => ({ kind: 'task', task: report })

function began(id: string, update: Fields): TaskReport {
  const title = cleanLabel(wordsOf(update.name) ?? wordsOf(update.description) ?? '')
  return { id, began: true, stoppable: update.canStop === true, ...(title === '' ? {} : { title }) }
}

function stateUpdate(id: string, update: Fields): Change[] | null {
  const state = stateOf(update.state)
  if (state === null) return null
  if (!isOwnTurn(id)) return [task({ id, began: false, state })]
  return state === 'running' || state === 'paused' ? [] : [{ kind: 'cycle', cycle: 'ended' }]
}

/** claude shows a turn that it began by itself as a task. */
const isOwnTurn = (id: string): boolean => id.startsWith('autonomous-turn-')

function stateOf(value: unknown): BackgroundTask['state'] | null {
  switch (value) {
    case 'running':
    case 'paused':
    case 'completed':
    case 'failed':
    case 'stopped':
      return value
    default:
      return null
  }
}
