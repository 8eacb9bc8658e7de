import { t } from '../locale/t.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Machines } from '../state/machines.ts'
import { hashOf } from '../state/router.ts'

/** What is shown of it may be behind: nobody can say that nothing waits there. */
function isUnheard(link: MachineLink | undefined): boolean {
  if (!link || link.sessions.value.status === 'live') return false
  const { is } = link.circuit.state.value
  return is !== 'connected' && !(is === 'connecting' && link.sessions.value.status === 'loading')
}

/** The one question, answered where there is room for it: does anything anywhere need me? */
export function Attention({ machines }: { machines: Machines }) {
  const { status, machines: all } = machines.list.value
  const waiting = machines.waiting.value
  const [first] = waiting
  const unheard = all.filter(({ id }) => isUnheard(machines.links.value.find((link) => link.id === id)))
  if (status === 'loading') return null
  if (all.length === 0)
    return <EmptyState title={t('home.no_machine')}>{t('home.no_machine_words')}</EmptyState>
  if (!first && unheard.length > 0) {
    const machine = unheard.map(({ label }) => label).join(', ')
    return <EmptyState title={t('shell.not_known')}>{t('shell.not_known_words', { machine })}</EmptyState>
  }
  if (!first) return <EmptyState title={t('shell.nothing_waits')}>{t('shell.choose')}</EmptyState>
  const { machine, session } = first
  return (
    <EmptyState
      title={t('shell.waiting', { count: waiting.length })}
      act={
        <a class="button button-plain" href={hashOf({ at: 'session', machine, session: session.id })}>
          {t('shell.open', { name: session.nickname })}
        </a>
      }
    />
  )
}
