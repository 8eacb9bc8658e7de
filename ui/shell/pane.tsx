import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { MachineScreen } from '../machines/machine-screen.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import type { Machines } from '../state/machines.ts'
import type { Route } from '../state/router.ts'
import { Attention } from './attention.tsx'
import { SessionPane } from './session-pane.tsx'

/** What a route shows beside the list. */
export function Pane({ machines, user, route }: { machines: Machines; user: User; route: Route }) {
  switch (route.at) {
    case 'session':
      return <SessionPane machines={machines} machine={route.machine} session={route.session} />
    case 'machine':
      return <MachineScreen key={route.machine} machines={machines} id={route.machine} />
    case 'settings':
      return <SettingsScreen user={user} />
    case 'nowhere':
      return (
        <EmptyState
          title={t('shell.nowhere')}
          act={
            <a class="button button-plain" href="#/">
              {t('shell.home')}
            </a>
          }
        />
      )
    default:
      return <Attention machines={machines} />
  }
}
