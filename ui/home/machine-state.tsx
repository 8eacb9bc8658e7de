import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Pill } from '../parts/pill.tsx'
import { connectionOf } from '../state/connection.ts'
import type { MachineLink } from '../state/machine.ts'
import { waitingOn } from './needs-first.ts'

/** At the end of a machine's line: who needs you, else who works, else that it is there; or why it is not. */
export function MachineState({ link }: { link: MachineLink | null }) {
  const { state, now } = usePage()
  if (!link) return <span class="machine-state" />
  const connection = connectionOf(state.account.account.value, link.circuit.state.value, null)
  const waiting = waitingOn(link)
  const isQuiet = connection.is === 'connected' || connection.is === 'connecting'
  return (
    <span class="machine-state">
      {!isQuiet && connection.is !== 'not_approved' && <Pill connection={connection} now={now.value} />}
      {waiting > 0 && <span class="machine-needs">{t('home.need_you', { count: waiting })}</span>}
      {isQuiet && waiting === 0 && <span>{quietWords(link, connection.is === 'connected')}</span>}
    </span>
  )
}

function quietWords(link: MachineLink, isConnected: boolean): string {
  if (!isConnected) return t('pill.connecting')
  const working = [...link.sessions.value.sessions.values()].filter(
    ({ status }) => status === 'running',
  ).length
  return working > 0 ? t('home.working', { count: working }) : t('home.online')
}
