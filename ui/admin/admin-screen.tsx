import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { SectionedScreen } from '../parts/sectioned-screen.tsx'
import { adminSections } from './sections.ts'

/** For whoever runs the authority. */
export function AdminScreen({ section, isAdmin }: { section: string | null; isAdmin: boolean }) {
  const { router } = usePage().state
  if (!isAdmin) {
    return (
      <div class="screen">
        <ScreenHead title={t('admin.title')} onBack={router.back} />
        <EmptyState title={t('admin.not_yours')} />
      </div>
    )
  }
  return (
    <SectionedScreen
      title={t('admin.title')}
      listLabel={t('admin.sections')}
      base="#/admin"
      sections={adminSections.map(({ id, title, detail }) => ({ id, title: t(title), detail: t(detail) }))}
      section={section}
      part={(id) => {
        const open = adminSections.find((one) => one.id === id)
        return open ? <open.Part /> : <EmptyState title={t('settings.unknown')} />
      }}
    />
  )
}
