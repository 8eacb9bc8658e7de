import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { BackgroundTask } from '../../shared/wire/task.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Fold } from '../transcript/fold.tsx'
import type { SessionActs } from './session-acts.ts'

export interface BetweenTurnsProps {
  snapshot: Session
  acts: SessionActs
}

/** What goes on beside the turns: work that nobody asked for, tasks that the agent reports, a setting that waits. */
export function BetweenTurns({ snapshot, acts }: BetweenTurnsProps) {
  const { unpromptedSince, clearing, waitingControls = [], tasks = [] } = snapshot
  const atWork = tasks.filter(({ state }) => state === 'running' || state === 'paused')
  const lines = [
    clearing && t('session.clearing'),
    unpromptedSince !== undefined && t('session.unprompted'),
    waitingControls.length > 0 && t('session.setting_waits'),
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0 && atWork.length === 0) return null
  return (
    <div class="between-turns">
      <div role="status">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {atWork.length > 0 && (
        <Fold summary={<span>{t('session.tasks', { count: atWork.length })}</span>}>
          {() => (
            <ul class="between-turns-tasks" aria-label={t('session.tasks_name')}>
              {atWork.map((task) => (
                <Task key={task.id} task={task} onStop={() => acts.stopTask(task.id)} />
              ))}
            </ul>
          )}
        </Fold>
      )}
    </div>
  )
}

function Task({ task, onStop }: { task: BackgroundTask; onStop: () => void }) {
  return (
    <li class="between-turns-task">
      <span class="between-turns-title" dir="auto">
        {cleanLabel(task.title)}
      </span>
      <span class="between-turns-state">{t(`session.task_${task.state}`)}</span>
      {task.stoppable && (
        <Button look="bare" onPress={onStop}>
          {t('session.task_stop')}
        </Button>
      )}
    </li>
  )
}
