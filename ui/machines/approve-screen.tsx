import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Machine } from '../../shared/wire/machine.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Pill } from '../parts/pill.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Machines } from '../state/machines.ts'
import { ApproveAsk } from './approve-ask.tsx'
import { may } from './may.ts'
import { useLock } from './use-lock.ts'

export interface Scanned {
  machine: string
  pending: string
  /** 16 bytes, base64url, as the camera read them. */
  scan: string
}

/** Opened by a camera that was held to a device that waits: it is let in after one press. */
export function ApproveScreen({ machines, ...scanned }: Scanned & { machines: Machines }) {
  const { state, now } = usePage()
  const { status, machines: all } = machines.list.value
  const machine = all.find(({ id }) => id === scanned.machine)
  const link = machines.links.value.find(({ id }) => id === scanned.machine)
  return (
    <div class="screen">
      <ScreenHead title={t('approve.title')} onBack={state.router.back}>
        {link && <Pill connection={state.connection.value} now={now.value} />}
      </ScreenHead>
      <div class="screen-body">
        {machine && link && <Reached machine={machine} link={link} scanned={scanned} />}
        {!(machine && link) && status === 'loading' && <Skeleton lines={4} />}
        {!(machine && link) && status === 'loaded' && <EmptyState title={t('machine.unknown')} />}
      </div>
    </div>
  )
}

interface ReachedProps {
  machine: Machine
  link: MachineLink
  scanned: Scanned
}

/** What this browser has to be before it is asked. */
function Reached(props: ReachedProps) {
  const { machine, link } = props
  const names = { machine: machine.label }
  switch (link.circuit.state.value.is) {
    case 'not_approved':
      return (
        <EmptyState title={t('approve.unknown_here', names)}>
          {t('approve.unknown_here_words', names)}
        </EmptyState>
      )
    case 'key_changed':
      return (
        <EmptyState title={t('approve.key_changed')} act={<ToMachine machine={machine} />}>
          {t('key.title', names)}
        </EmptyState>
      )
    default:
      return may(machine, 'machine:admin') ? (
        <Looked {...props} />
      ) : (
        <EmptyState title={t('approve.may_not')}>{t('approve.may_not_words', names)}</EmptyState>
      )
  }
}

type Done = { is: 'approved' | 'refused'; name: string }

function Looked({ machine, link, scanned }: ReachedProps) {
  const lock = useLock(link)
  const [done, setDone] = useState<Done | null>(null)
  if (done) {
    const words = { name: cleanLabel(done.name) }
    return (
      <EmptyState
        title={done.is === 'approved' ? t('approve.done', words) : t('approve.refused', words)}
        act={<ToMachine machine={machine} />}
      >
        {done.is === 'approved' && t('approve.done_words')}
      </EmptyState>
    )
  }
  if (lock.is === 'loading') return <Skeleton lines={4} />
  if (lock.is === 'failed') return <p class="section-words">{errorWords(lock.code)}</p>
  const device = lock.value.pending.find(({ id }) => id === scanned.pending)
  if (!device) return <EmptyState title={t('approve.gone')}>{t('approve.gone_words')}</EmptyState>
  return (
    <ApproveAsk
      link={link}
      machine={machine.label}
      device={device}
      scan={scanned.scan}
      onDone={(is) => setDone({ is, name: device.name })}
    />
  )
}

function ToMachine({ machine }: { machine: Machine }) {
  const { router } = usePage().state
  // No link: the address is the machine's already, since what was scanned was taken out of it.
  return (
    <Button onPress={() => router.go({ at: 'machine', machine: machine.id })}>
      {t('approve.to_machine', { machine: machine.label })}
    </Button>
  )
}
