import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { classes } from '../parts/classes.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { sections } from './sections.tsx'

/** Sections of which a phone shows the list or one, and a desktop both. */
export function SettingsScreen({ user, section }: { user: User; section: string | null }) {
  const { router } = usePage().state
  // What a desktop shows beside a list of which nothing was chosen.
  const id = section ?? sections[0].id
  const open = sections.find((one) => one.id === id)
  return (
    <div class={classes('screen', 'settings-screen', section === null && 'settings-list')}>
      <ScreenHead title={t(section !== null && open ? open.title : 'settings.title')} onBack={router.back} />
      <nav class="settings-nav" aria-label={t('settings.sections')}>
        <ul>
          {sections.map((one) => (
            <li key={one.id}>
              <a
                class="settings-link"
                href={`#/settings/${one.id}`}
                aria-current={one.id === id ? 'page' : undefined}
              >
                <span class="settings-name">{t(one.title)}</span>
                <span class="settings-detail">{t(one.detail)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Another section is another form: nothing typed in one is sent by the other. */}
      <section key={id} class="screen-body settings-part" aria-label={open && t(open.title)}>
        {open ? (
          <open.Part user={user} />
        ) : (
          <EmptyState
            title={t('settings.unknown')}
            act={
              <a class="button button-plain" href="#/settings">
                {t('settings.to_list')}
              </a>
            }
          />
        )}
      </section>
    </div>
  )
}
