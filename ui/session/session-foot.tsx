import { useComputed } from '@preact/signals'
import type { Control } from '../../shared/wire/control.ts'
import type { Session } from '../../shared/wire/session.ts'
import { Composer } from '../composer/composer.tsx'
import { ControlsStrip } from '../composer/controls-strip.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Command, Entry } from '../state/outbox-entry.ts'
import type { OpenSession } from '../state/session.ts'
import { sentBefore } from './sent-before.ts'
import type { SessionActs } from './session-acts.ts'
import { queueOf } from './session-rows.ts'

export interface SessionFootProps {
  machine: MachineLink
  opened: OpenSession
  snapshot: Session
  acts: SessionActs
  sendOnEnter: boolean
}

/** Where the person writes: draft, queue, Stop and the agent's own settings. */
export function SessionFoot({ machine, opened, snapshot, acts, sendOnEnter }: SessionFootProps) {
  const draft = machine.drafts.of(snapshot.id)
  const log = useComputed(() => opened.view.value.transcript)
  const history = useComputed(() => sentBefore(log.value.rows))
  const pending = pendingOf(machine.outbox.entries.value, snapshot.id)
  const queue = queueOf(snapshot)

  const takeBack = (seq: number): void => {
    const row = log.peek().rows.find((one) => one.kind === 'prompt' && one.prompt === seq)
    const whole = row?.kind === 'prompt' && typeof row.text === 'string' ? row.text : null
    acts.takeBack(seq, whole ?? queue.find((one) => one.seq === seq)?.text ?? '')
  }
  return (
    <Composer
      name={snapshot.nickname}
      draft={draft.text.value}
      onDraft={draft.set}
      onSend={(text) => void acts.send(text)}
      onStop={() => acts.perform('cancel')}
      turn={turnOf(snapshot, pending)}
      commands={snapshot.commands}
      history={history.value}
      queue={queue}
      onTakeBack={takeBack}
      held={snapshot.asks.length > 0}
      refused={acts.refused.value}
      sendOnEnter={sendOnEnter}
    >
      <ControlsStrip
        controls={snapshot.controls.map((control) => chosen(control, pending))}
        context={snapshot.context}
        busy={!takesSettings(snapshot) || pending.some((command) => command.do === 'control')}
        onChange={acts.control}
      />
    </Composer>
  )
}

const pendingOf = (entries: readonly Entry[], session: string): Command[] =>
  entries
    .filter(({ state }) => state.is === 'queued' || state.is === 'sending')
    .map(({ command }) => command)
    .filter((command) => command.do !== 'create' && command.session === session)

function turnOf(snapshot: Session, pending: readonly Command[]): 'none' | 'working' | 'stopping' {
  const { status, turn, queue, cancelRequestedAt } = snapshot
  const isStarting = status === 'starting' && queue.length > 0
  if (turn === null && status !== 'running' && status !== 'blocked' && !isStarting) return 'none'
  const asked = cancelRequestedAt !== null || pending.some((command) => command.do === 'cancel')
  return asked ? 'stopping' : 'working'
}

/** Its agent can take a setting, or will when it is back. */
const takesSettings = ({ status, clearing }: Session): boolean =>
  ['running', 'blocked', 'idle', 'parked', 'exited'].includes(status) && clearing !== true

/** What was chosen shows while it is on its way, and goes back to what it was when it is refused. */
function chosen(control: Control, pending: readonly Command[]): Control {
  const change = pending.findLast((command) => command.do === 'control' && command.control === control.id)
  if (change?.do !== 'control') return control
  if (control.kind === 'boolean') {
    return typeof change.value === 'boolean' ? { ...control, value: change.value } : control
  }
  return typeof change.value === 'string' ? { ...control, value: change.value } : control
}
