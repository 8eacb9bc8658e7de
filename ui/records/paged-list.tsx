import type { ComponentChildren } from 'preact'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Pages } from './use-pages.ts'

/** What was read of a record so far, and the way to what is older. */
export function PagedList<T extends { id: number }>({
  pages,
  empty,
  row,
}: {
  pages: Pages<T>
  empty: string
  row: (entry: T) => ComponentChildren
}) {
  const { entries, refused } = pages
  if (!entries) return refused ? <NotRead code={refused.code} onAgain={pages.more} /> : <Skeleton lines={4} />
  if (entries.length === 0) return <p class="section-words">{empty}</p>
  return (
    <>
      <ul class="record-rows">
        {entries.map((entry) => (
          <li key={entry.id} class="record">
            {row(entry)}
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <div class="section-acts">
          <Button busy={pages.busy} onPress={pages.more}>
            {t('records.more')}
          </Button>
        </div>
      )}
      <Refusal error={refused} />
    </>
  )
}
