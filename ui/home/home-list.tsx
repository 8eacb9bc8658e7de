import type { Signal } from '@preact/signals'
import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { IconButton } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Mark } from '../parts/mark.tsx'
import { Pill } from '../parts/pill.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { connectionOf } from '../state/connection.ts'
import type { Machines } from '../state/machines.ts'
import type { Route } from '../state/router.ts'
import { FilterField, openFilter } from './filter-field.tsx'
import { MachineSection } from './machine-section.tsx'
import { needsFirst } from './needs-first.ts'

export interface HomeListProps {
  machines: Machines
  user: User
  current: Route
  /** Null: it is not open. */
  filter: Signal<string | null>
}

/** Every session of every machine, with what needs you first. */
export function HomeList({ machines, user, current, filter }: HomeListProps) {
  const { state } = usePage()
  const { list, links } = machines
  const hasMachines = list.value.machines.length > 0
  return (
    <nav class="home" aria-label={t('home.title')}>
      <header class="home-head">
        <Mark />
        <h1>{t('home.title')}</h1>
        {hasMachines && (
          <>
            <IconButton icon="search" label={t('home.filter')} onPress={() => openFilter(filter)} />
            <IconButton
              icon="plus"
              label={t('new.title')}
              onPress={() => state.router.go({ at: 'new_session', machine: null })}
            />
          </>
        )}
      </header>
      <Trouble machines={machines} />
      <FilterField filter={filter} />
      <div class="home-sections">
        {list.value.status === 'loading' && list.value.code === null && <Skeleton lines={6} />}
        {list.value.status === 'loaded' && !hasMachines && <NoMachine />}
        {needsFirst(list.value.machines, links.value).map(({ machine, link }) => (
          <MachineSection
            key={machine.id}
            machine={machine}
            link={link}
            oneOfSeveral={list.value.machines.length > 1}
            filter={filter.value ?? ''}
            current={current.at === 'session' && current.machine === machine.id ? current.session : null}
          />
        ))}
      </div>
      <footer class="home-foot">
        <a href="#/settings">{user.name}</a>
        {user.admin && <a href="#/admin">{t('admin.title')}</a>}
        {hasMachines && <a href="#/add">{t('home.add_machine')}</a>}
      </footer>
    </nav>
  )
}

/** The authority is away, or nothing that is typed will outlive the page. */
function Trouble({ machines }: { machines: Machines }) {
  const { state, now } = usePage()
  const connection = connectionOf(state.account.account.value, null, machines.list.value.code)
  return (
    <>
      {connection.is !== 'connected' && (
        <div class="home-trouble">
          <Pill connection={connection} now={now.value} onPress={() => void machines.refresh()} />
        </div>
      )}
      {!state.kept && <p class="home-trouble">{t('home.not_kept')}</p>}
    </>
  )
}

const NoMachine = () => (
  <EmptyState
    title={t('home.no_machine')}
    act={
      <a class="button button-ink" href="#/add">
        {t('home.add_machine')}
      </a>
    }
  >
    {t('home.no_machine_words')}
  </EmptyState>
)
