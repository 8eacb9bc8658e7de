import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { classes } from '../parts/classes.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { adminSections } from './sections.ts'

/** For whoever runs the authority: sections of which a phone shows the list or one, and a desktop both. */
export function AdminScreen({ section, isAdmin }: { section: string | null; isAdmin: boolean }) {
  const { router } = usePage().state
  // What a desktop shows beside a list of which nothing was chosen.
  const id = section ?? adminSections[0].id
  const open = adminSections.find((one) => one.id === id)
  if (!isAdmin) {
    return (
      <div class="screen">
        <ScreenHead title={t('admin.title')} onBack={router.back} />
        <EmptyState title={t('admin.not_yours')} />
      </div>
    )
  }
  return (
    <div class={classes('screen', 'settings-screen', section === null && 'settings-list')}>
      <ScreenHead title={t(section !== null && open ? open.title : 'admin.title')} onBack={router.back} />
      <nav class="settings-nav" aria-label={t('admin.sections')}>
        <ul>
          {adminSections.map((one) => (
            <li key={one.id}>
              <a
                class="settings-link"
                href={`#/admin/${one.id}`}
                aria-current={one.id === id ? 'page' : undefined}
              >
                <span class="settings-name">{t(one.title)}</span>
                <span class="settings-detail">{t(one.detail)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section key={id} class="screen-body settings-part" aria-label={open && t(open.title)}>
        {open ? <open.Part /> : <EmptyState title={t('settings.unknown')} />}
      </section>
    </div>
  )
}
