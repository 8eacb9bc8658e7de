import { useEffect } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { KeyChanged } from '../machines/key-changed.tsx'
import { NotApproved } from '../machines/not-approved.tsx'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Machines } from '../state/machines.ts'
import { loadSessionPart, sessionPart } from './session-part.ts'

/** A session, or what stands between this browser and its machine. */
export function SessionPane({
  machines,
  machine,
  session,
}: {
  machines: Machines
  machine: string
  session: string
}) {
  const { state } = usePage()
  const { status, machines: all } = machines.list.value
  const link = machines.links.value.find(({ id }) => id === machine)
  const label = all.find(({ id }) => id === machine)?.label ?? ''
  if (!link) {
    return (
      <>
        <ScreenHead title={label} onBack={state.router.back} />
        {status === 'loading' ? <Skeleton lines={4} /> : <EmptyState title={t('machine.unknown')} />}
      </>
    )
  }
  const circuit = link.circuit.state.value
  if (circuit.is === 'not_approved' || circuit.is === 'key_changed') {
    return (
      <>
        <ScreenHead title={label} onBack={state.router.back} />
        <div class="screen-body">
          {circuit.is === 'not_approved' ? (
            <NotApproved id={machine} machine={label} shown={circuit} />
          ) : (
            <KeyChanged machine={label} circuit={link.circuit} keys={circuit} />
          )}
        </div>
      </>
    )
  }
  return <Screen key={`${machine}/${session}`} link={link} label={label} session={session} />
}

function Screen({ link, label, session }: { link: MachineLink; label: string; session: string }) {
  const { state } = usePage()
  const part = sessionPart.value
  useEffect(loadSessionPart, [])
  if (part?.is === 'ready') return <part.screen state={state} machine={link} session={session} />
  return (
    <>
      <ScreenHead title={label} onBack={state.router.back} />
      {part?.is === 'failed' ? (
        <EmptyState
          title={t('shell.part_failed')}
          act={
            <>
              <Button look="ink" onPress={loadSessionPart}>
                {t('part.again')}
              </Button>
              <Button onPress={() => location.reload()}>{t('shell.reload')}</Button>
            </>
          }
        >
          {t('shell.part_failed_words')}
        </EmptyState>
      ) : (
        <Skeleton lines={4} />
      )}
    </>
  )
}
