import { t } from '../locale/t.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import type { Machines } from '../state/machines.ts'
import { hashOf } from '../state/router.ts'

/** The one question, answered where there is room for it: does anything anywhere need me? */
export function Attention({ machines }: { machines: Machines }) {
  const { status, machines: all } = machines.list.value
  const waiting = machines.waiting.value
  const [first] = waiting
  if (status === 'loading') return null
  if (all.length === 0)
    return <EmptyState title={t('home.no_machine')}>{t('home.no_machine_words')}</EmptyState>
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
