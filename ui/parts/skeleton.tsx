import { t } from '../locale/t.ts'

/** Lines that hold the place of rows on their way. Nothing is seen of them for the first 150 ms. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{t('part.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
