import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { User } from '../../shared/wire/identity.ts'
import { openFilter } from '../home/filter-field.tsx'
import { HomeList } from '../home/home-list.tsx'
import { t } from '../locale/t.ts'
import { AddMachineSheet } from '../machines/add-machine-sheet.tsx'
import { NewSessionSheet } from '../new-session/new-session-sheet.tsx'
import { usePage } from '../page.ts'
import { classes } from '../parts/classes.ts'
import { FreshActSheet } from '../parts/fresh-act.tsx'
import type { Machines } from '../state/machines.ts'
import type { Route } from '../state/router.ts'
import { Announcer } from './announcer.tsx'
import { Pane } from './pane.tsx'
import { loadSessionPart } from './session-part.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The list and what is open beside it. A phone shows one of the two; a sheet comes over either. */
export function Shell({ machines, user }: { machines: Machines; user: User }) {
  const { router } = usePage().state
  const route = router.route.value
  const under = useUnderSheet(route)
  const main = useRef<HTMLElement>(null)
  const filter = useSignal<string | null>(null)
  useShortcuts({ n: () => router.go({ at: 'new_session', machine: null }), '/': () => openFilter(filter) })
  useEffect(loadSessionPart, [])
  const leave = (): void => router.back()

  useLayoutEffect(() => {
    // A reader of the screen follows to what was opened; whoever types on is left alone.
    if (under.at !== 'home' && !main.current?.contains(document.activeElement)) main.current?.focus()
  }, [under])

  return (
    <div class={classes('shell', under.at === 'home' && 'shell-home')}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <div class="shell-list">
        <HomeList machines={machines} user={user} current={under} filter={filter} />
      </div>
      <main ref={main} class="shell-main" tabIndex={-1}>
        <Pane machines={machines} user={user} route={under} />
      </main>
      {route.at === 'new_session' && (
        <NewSessionSheet machines={machines} machine={route.machine} onClose={leave} />
      )}
      {route.at === 'add_machine' && <AddMachineSheet machines={machines} onClose={leave} />}
      <FreshActSheet name={user.name} />
      <Announcer machines={machines} />
    </div>
  )
}

const isSheet = ({ at }: Route): boolean => at === 'new_session' || at === 'add_machine'

/** What is on the screen below a sheet: where the person was when it opened, else home. */
function useUnderSheet(route: Route): Route {
  const last = useRef<Route>({ at: 'home' })
  if (!isSheet(route)) last.current = route
  return last.current
}
