import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { SectionedScreen } from '../parts/sectioned-screen.tsx'
import { sections } from './sections.tsx'

/** What somebody has at the authority, and how the page looks. */
export function SettingsScreen({ user, section }: { user: User; section: string | null }) {
  return (
    <SectionedScreen
      title={t('settings.title')}
      listLabel={t('settings.sections')}
      base="#/settings"
      sections={sections.map(({ id, title, detail }) => ({ id, title: t(title), detail: t(detail) }))}
      section={section}
      part={(id) => {
        const open = sections.find((one) => one.id === id)
        return open ? <open.Part user={user} /> : <Unknown />
      }}
    />
  )
}

const Unknown = () => (
  <EmptyState
    title={t('settings.unknown')}
    act={
      <a class="button button-plain" href="#/settings">
        {t('settings.to_list')}
      </a>
    }
  />
)
