import { useMemo, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Icon } from '../parts/icon.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Row } from './row.ts'
import { type RowActs, TranscriptRow } from './transcript-row.tsx'
import { useFollow } from './use-follow.ts'

export interface TranscriptProps {
  /** Of one session: give the component the session as its key. */
  rows: readonly Row[]
  /** `loading`: the first of it is on its way. */
  state: 'loading' | 'ready'
  /** Earlier events exist that are not in `rows`. */
  hasOlder?: boolean
  loadingOlder?: boolean
  onOlder?: () => void
  acts: RowActs
}

/** The conversation: opens at its foot, follows it until the reader leaves, and never moves under them. */
export function Transcript({
  rows,
  state,
  hasOlder = false,
  loadingOlder = false,
  onOlder,
  acts,
}: TranscriptProps) {
  const scroller = useRef<HTMLDivElement | null>(null)
  const { window, follow, onScroll, toFoot } = useFollow(scroller, rows, hasOlder ? onOlder : undefined)
  const drawn = useMemo(() => rows.slice(window.from, window.to), [rows, window])
  const atStart = window.from === 0 && !hasOlder

  return (
    <div class="transcript">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys */}
      <div ref={scroller} class="transcript-scroll" tabIndex={0} onScroll={onScroll}>
        <div class="transcript-rows" role="log" aria-label={t('transcript.name')} aria-live="off">
          {state === 'loading' && rows.length === 0 && <Skeleton lines={6} />}
          {state === 'ready' && rows.length === 0 && (
            <EmptyState title={t('transcript.empty')}>{t('transcript.empty_act')}</EmptyState>
          )}
          {rows.length > 0 && (
            <div class="transcript-head">
              {loadingOlder && <span role="status">{t('transcript.loading_older')}</span>}
              {!loadingOlder && hasOlder && onOlder && (
                <Button look="bare" onPress={onOlder}>
                  {t('transcript.older')}
                </Button>
              )}
              {atStart && t('transcript.start')}
            </div>
          )}
          {drawn.map((row, place) => (
            <TranscriptRow
              key={row.key}
              row={row}
              acts={acts}
              startsReplay={row.replay === true && drawn[place - 1]?.replay !== true}
            />
          ))}
        </div>
      </div>
      {follow.at === 'reading' && (
        <button type="button" class="new-pill" onClick={toFoot}>
          <Icon name="foot" />
          {follow.unseen > 0 ? t('transcript.new', { count: follow.unseen }) : t('transcript.to_foot')}
        </button>
      )}
    </div>
  )
}
