import type { ComponentChildren } from 'preact'
import { Mark } from './mark.tsx'

/** Nothing here yet: why, and the next act. */
export function EmptyState({
  title,
  children,
  act,
}: {
  title: string
  children?: ComponentChildren
  act?: ComponentChildren
}) {
  return (
    <section class="empty">
      <Mark size={32} />
      <h2>{title}</h2>
      {children && <div class="empty-words">{children}</div>}
      {act && <div class="empty-act">{act}</div>}
    </section>
  )
}
