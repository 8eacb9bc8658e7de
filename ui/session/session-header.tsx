import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { IconButton } from '../parts/button.tsx'
import { Dot, dotState, dotWords } from '../parts/dot.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { needsYou } from '../state/sessions.ts'
import type { ExportFormat } from './export-session.ts'

export interface SessionHeaderProps {
  /** Null until it was heard of. */
  snapshot: Session | null
  /** What its preset is called, where it has one. */
  preset: string | null
  onBack: () => void
  onRename: () => void
  onPin: () => void
  onStop: () => void
  onResume: () => void
  onPark: () => void
  onClear: () => void
  onExport: (format: ExportFormat) => void
  onDelete: () => void
}

/** What it is called, how it stands, and what can be done with the whole of it. */
export function SessionHeader(props: SessionHeaderProps) {
  const { snapshot, onBack, onRename } = props
  return (
    <header class="session-head">
      <span class="session-back">
        <IconButton icon="back" label={t('part.back')} onPress={onBack} />
      </span>
      <div class="session-who">
        <h1 class="session-title" dir="auto">
          {snapshot && (
            <button type="button" class="session-title-press" title={t('session.rename')} onClick={onRename}>
              {cleanLabel(snapshot.title) || t('session.no_title')}
            </button>
          )}
        </h1>
        <p class="session-facts">{snapshot && <Facts snapshot={snapshot} preset={props.preset} />}</p>
      </div>
      {snapshot && <Menu label={t('session.menu')} items={menuItems(props, snapshot)} />}
    </header>
  )
}

function Facts({ snapshot, preset }: { snapshot: Session; preset: string | null }) {
  const state = needsYou(snapshot) ? 'needs_you' : dotState(snapshot.status)
  return (
    <>
      <Dot state={state} />
      <span class="session-status" role="status">
        {dotWords(state)}
      </span>
      <span class="session-nickname">{snapshot.nickname}</span>
      <span class="session-agent">{preset ?? cleanLabel(snapshot.agent)}</span>
    </>
  )
}

/** Only what can be done now. */
function menuItems(props: SessionHeaderProps, { status, pinned }: Session): MenuItem[] {
  const { onRename, onPin, onStop, onResume, onPark, onClear, onExport, onDelete } = props
  const isThere = ['starting', 'blocked', 'running', 'idle'].includes(status)
  const isAway = ['exited', 'interrupted', 'parked'].includes(status)
  return [
    { id: 'rename', label: t('session.rename'), icon: 'edit', onSelect: onRename },
    { id: 'pin', label: t(pinned ? 'session.unpin' : 'session.pin'), icon: 'pin', onSelect: onPin },
    ...(isThere ? [{ id: 'stop', label: t('session.stop'), icon: 'stop' as const, onSelect: onStop }] : []),
    ...(isAway
      ? [{ id: 'resume', label: t('session.resume'), icon: 'resume' as const, onSelect: onResume }]
      : []),
    ...(status === 'idle'
      ? [{ id: 'park', label: t('session.park'), icon: 'pause' as const, onSelect: onPark }]
      : []),
    ...(status === 'idle' || status === 'parked'
      ? [{ id: 'clear', label: t('session.clear'), icon: 'again' as const, onSelect: onClear }]
      : []),
    {
      id: 'markdown',
      label: t('session.export_markdown'),
      icon: 'file',
      onSelect: () => onExport('markdown'),
    },
    { id: 'json', label: t('session.export_json'), icon: 'file', onSelect: () => onExport('json') },
    { id: 'delete', label: t('session.delete'), icon: 'delete', onSelect: onDelete },
  ]
}
