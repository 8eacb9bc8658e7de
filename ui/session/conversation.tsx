import { useComputed } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Session } from '../../shared/wire/session.ts'
import type { AppState } from '../state/app-state.ts'
import type { MachineLink } from '../state/machine.ts'
import type { OpenSession } from '../state/session.ts'
import { hasOlder } from '../state/session-view.ts'
import { Transcript } from '../transcript/transcript.tsx'
import type { RowActs } from '../transcript/transcript-row.tsx'
import { withDeviceNames } from './named-devices.ts'
import { keyOfRow } from './outbox-rows.ts'
import { readBlob } from './read-ask.ts'
import type { SessionActs } from './session-acts.ts'
import { sessionRows } from './session-rows.ts'
import { useDeviceNames } from './use-device-names.ts'

export interface ConversationProps {
  state: AppState
  machine: MachineLink
  session: string
  opened: OpenSession
  acts: SessionActs
  snapshot: Session | null
}

/** The transcript of an open session, with what this browser still holds of it below. */
export function Conversation({ state, machine, session, opened, acts, snapshot }: ConversationProps) {
  const { transcript: log, status } = opened.view.value
  const [loadingOlder, setLoadingOlder] = useState(false)
  const items = opened.items.value
  const entries = useComputed(() =>
    machine.outbox.entries.value.filter(
      ({ command }) => command.do === 'prompt' && command.session === session,
    ),
  ).value
  const names = useDeviceNames(state)
  const rows = useMemo(
    () => withDeviceNames(sessionRows(session, { items, log, entries, snapshot }), names),
    [session, items, log, entries, snapshot, names],
  )
  const rowActs = useMemo(() => actsOf(machine, session, acts), [machine, session, acts])
  const older = useMemo(
    () => (): void => {
      setLoadingOlder(true)
      void opened.older().finally(() => setLoadingOlder(false))
    },
    [opened],
  )
  const isLoading = status === 'loading' || (status === 'catching_up' && rows.length === 0)
  return (
    <Transcript
      rows={rows}
      state={isLoading ? 'loading' : 'ready'}
      hasOlder={hasOlder(opened.view.value)}
      loadingOlder={loadingOlder}
      onOlder={older}
      acts={rowActs}
    />
  )
}

function actsOf(machine: MachineLink, session: string, acts: SessionActs): RowActs {
  return {
    async readBlob(blob) {
      const read = await readBlob(machine, session, blob)
      if (!read.ok) throw read.error
      return read.value
    },
    onTakeBack({ seq, text }) {
      if (seq !== undefined) acts.takeBack(seq, typeof text === 'string' ? text : text.head)
    },
    onCheck(prompt) {
      const key = keyOfRow(prompt)
      if (key !== null) acts.check(key)
    },
    onSendAgain(prompt) {
      const key = keyOfRow(prompt)
      if (key !== null) acts.sendAgain(key)
    },
    onOpenAsk() {
      document.querySelector<HTMLElement>('.session-asks .ask-body')?.focus()
    },
  }
}
