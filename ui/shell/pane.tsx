import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { MachineScreen } from '../machines/machine-screen.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyScreen } from '../parts/lazy-screen.tsx'
import type { Machines } from '../state/machines.ts'
import type { Route } from '../state/router.ts'
import { Attention } from './attention.tsx'
import { SessionPane } from './session-pane.tsx'

const SettingsScreen = lazyScreen(
  () => t('settings.title'),
  () => import('../settings/settings-screen.tsx').then((part) => part.SettingsScreen),
)

const ApproveScreen = lazyScreen(
  () => t('approve.title'),
  () => import('../machines/approve-screen.tsx').then((part) => part.ApproveScreen),
)

const AdminScreen = lazyScreen(
  () => t('admin.title'),
  () => import('../admin/admin-screen.tsx').then((part) => part.AdminScreen),
)

/** What a route shows beside the list. */
export function Pane({ machines, user, route }: { machines: Machines; user: User; route: Route }) {
  switch (route.at) {
    case 'session':
      return <SessionPane machines={machines} machine={route.machine} session={route.session} />
    case 'machine':
      return <MachineScreen key={route.machine} machines={machines} id={route.machine} />
    case 'approve':
      return <ApproveScreen key={route.pending} machines={machines} {...route} />
    case 'settings':
      return <SettingsScreen user={user} section={route.section} />
    case 'admin':
      return <AdminScreen section={route.section} isAdmin={user.admin} />
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
