import { useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Toasts } from '../parts/toast.tsx'
import type { AppState } from '../state/app-state.ts'
import type { MachineLink } from '../state/machine.ts'
import { needsYou } from '../state/sessions.ts'
import { AsksPanel } from './asks-panel.tsx'
import { BetweenTurns } from './between-turns.tsx'
import { ClearSheet } from './clear-sheet.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Conversation } from './conversation.tsx'
import { DeleteSheet } from './delete-sheet.tsx'
import { type ExportFormat, exportSession, saveFile } from './export-session.ts'
import { NextWaiting } from './next-waiting.tsx'
import { RenameSheet } from './rename-sheet.tsx'
import { createSessionActs } from './session-acts.ts'
import { SessionFoot } from './session-foot.tsx'
import { SessionHeader } from './session-header.tsx'
import { SessionNotice } from './session-notice.tsx'
import { useFinePointer } from './use-fine-pointer.ts'
import { usePresetName } from './use-preset-name.ts'
import { useSessionKeys } from './use-session-keys.ts'

export interface SessionScreenProps {
  state: AppState
  /** The machine of the route: `state.machines.value?.link(id)`. */
  machine: MachineLink
  /** The session's id. */
  session: string
}

/** One session: what was said, what waits for the person, and where to write. Fills the box that it is put into. */
export function SessionScreen(props: SessionScreenProps) {
  return <Opened key={`${props.machine.id}/${props.session}`} {...props} />
}

function Opened({ state, machine, session }: SessionScreenProps) {
  const { clock } = usePage()
  const { router } = state
  const opened = useMemo(() => machine.open(session), [machine, session])
  const acts = useMemo(() => createSessionActs(machine, session, clock.now()), [machine, session, clock])
  useEffect(() => () => opened.close(), [opened])
  useEffect(() => () => acts.close(), [acts])
  // The list of sessions knows it before its own stream is there.
  const snapshot = useComputed(
    () => opened.view.value.snapshot ?? machine.sessions.value.sessions.get(session) ?? null,
  ).value
  const status = useComputed(() => opened.view.value.status).value
  const code = useComputed(() => opened.view.value.code).value
  const [sheet, setSheet] = useState<'none' | 'rename' | 'clear' | 'delete'>('none')
  const root = useRef<HTMLElement>(null)
  const preset = usePresetName(machine, snapshot?.preset)
  const fine = useFinePointer()
  useSessionKeys(root, { fine, ready: snapshot !== null && snapshot.asks.length === 0 })

  const saveAs = async (format: ExportFormat): Promise<void> => {
    if (!snapshot) return
    acts.tell('export', t('session.exporting'))
    const file = await exportSession(machine.circuit.fetch, snapshot, format)
    if (!file.ok) return acts.tell('export', t('session.not_exported', { why: errorWords(file.error.code) }))
    acts.dismiss('export')
    saveFile(document, file.value)
  }

  if (status === 'gone' || status === 'refused') {
    const words = status === 'gone' ? t('session.gone_words') : code && errorWords(code)
    return (
      <section class="session" aria-label={t('session.name')}>
        <EmptyState
          title={t(status === 'gone' ? 'session.gone' : 'session.refused')}
          act={<Button onPress={() => router.replace({ at: 'home' })}>{t('session.to_home')}</Button>}
        >
          {words}
        </EmptyState>
      </section>
    )
  }
  return (
    <section ref={root} class="session" aria-label={t('session.name')}>
      <SessionHeader
        snapshot={snapshot}
        preset={preset}
        onBack={router.back}
        onRename={() => setSheet('rename')}
        onPin={() => acts.pin(snapshot?.pinned === false)}
        onStop={() => acts.perform('stop')}
        onResume={() => acts.perform('resume')}
        onPark={() => acts.perform('park')}
        onClear={() => setSheet('clear')}
        onExport={(format) => void saveAs(format)}
        onDelete={() => setSheet('delete')}
      />
      <ConnectionLine state={state} machine={machine} />
      <Conversation
        state={state}
        machine={machine}
        session={session}
        opened={opened}
        acts={acts}
        snapshot={snapshot}
      />
      {snapshot && (
        <div class="session-foot">
          <SessionNotice
            snapshot={snapshot}
            resuming={isPending(machine, session, 'resume')}
            onResume={() => acts.perform('resume')}
          />
          <BetweenTurns snapshot={snapshot} acts={acts} />
          <AsksPanel machine={machine} snapshot={snapshot} acts={acts} clock={clock} />
          {state.machines.value && !needsYou(snapshot) && (
            <NextWaiting machines={state.machines.value} session={session} />
          )}
          <SessionFoot machine={machine} opened={opened} snapshot={snapshot} acts={acts} sendOnEnter={fine} />
        </div>
      )}
      {snapshot && sheet === 'rename' && (
        <RenameSheet snapshot={snapshot} acts={acts} onClose={() => setSheet('none')} />
      )}
      {snapshot && sheet === 'clear' && (
        <ClearSheet snapshot={snapshot} acts={acts} onClose={() => setSheet('none')} />
      )}
      {snapshot && sheet === 'delete' && (
        <DeleteSheet snapshot={snapshot} acts={acts} onClose={() => setSheet('none')} />
      )}
      <Toasts toasts={acts.said.value} onDismiss={acts.dismiss} />
    </section>
  )
}

const isPending = (machine: MachineLink, session: string, act: 'resume'): boolean =>
  machine.outbox.entries.value.some(
    ({ command, state }) =>
      command.do === act && command.session === session && (state.is === 'queued' || state.is === 'sending'),
  )
