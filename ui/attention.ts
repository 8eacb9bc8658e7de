/** How many sessions need you, where a person sees it in another tab: in the title and on the tab's picture. */
import { effect } from '@preact/signals'
import { t } from './locale/t.ts'
import type { AppState } from './state/app-state.ts'

export function showAttention(state: Pick<AppState, 'machines' | 'router'>, document: Document): void {
  effect(() => {
    const count = state.machines.value?.waiting.value.length ?? 0
    const name = nameHere(state)
    const title = name === null ? t('app.name') : t('title.session', { name })
    document.title = count === 0 ? title : t('title.waiting', { count, title })
    // Both pictures are in the page; a browser shows the last one that applies.
    for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')) {
      icon.media = (icon.dataset.when === 'needs-you') === count > 0 ? 'all' : 'not all'
    }
  })
}

/** What the tab is about: the session or the machine on the screen; null: neither. */
function nameHere({ machines, router }: Pick<AppState, 'machines' | 'router'>): string | null {
  const route = router.route.value
  if (route.at === 'session') {
    const link = machines.value?.links.value.find(({ id }) => id === route.machine)
    return link?.sessions.value.sessions.get(route.session)?.nickname ?? null
  }
  if (route.at !== 'machine') return null
  return machines.value?.list.value.machines.find(({ id }) => id === route.machine)?.label ?? null
}
