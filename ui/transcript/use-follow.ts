/** The measuring half of following: what {@link follow} and {@link row-window} decide, done to a scroller. */
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AT_FOOT, arrived, type Follow, isAtFoot, scrolled } from './follow.ts'
import type { Row } from './row.ts'
import { downward, footWindow, type RowWindow, shifted, upward } from './row-window.ts'
import { transcriptLimits } from './transcript-limits.ts'

interface View {
  rows: readonly Row[]
  window: RowWindow
  follow: Follow
}

export interface Following {
  window: RowWindow
  follow: Follow
  onScroll: () => void
  toFoot: () => void
}

export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  onOlder: (() => void) | undefined,
): Following {
  const [kept, setView] = useState<View>(() => ({ rows, window: footWindow(rows.length), follow: AT_FOOT }))
  const anchor = useRef<{ key: string; top: number } | null>(null)
  const lastTop = useRef(0)
  const view = kept.rows === rows ? kept : withRows(kept, rows)
  // What is drawn now belongs to `rows`, so it is decided while rendering; keeping it is for the next time.
  if (view !== kept) {
    anchor.current = anchorOf(scroller.current)
    setView(view)
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (view.follow.at === 'foot') element.scrollTop = element.scrollHeight
    else restore(element, anchor.current)
    lastTop.current = element.scrollTop
    anchor.current = null
  }, [view])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // The composer grew, a keyboard came up, the phone turned: whoever was at the foot stays there.
    const observer = new ResizeObserver(() => {
      if (view.follow.at === 'foot') element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [view.follow.at])

  const move = useCallback(
    (change: (before: View) => View) => {
      anchor.current = anchorOf(scroller.current)
      setView(change)
    },
    [scroller],
  )

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const next = afterScroll(view, element)
    if (next !== view) move((now) => (now === view ? next : now))
    if (element.scrollTop < transcriptLimits.headSlackPx && view.window.from === 0) onOlder?.()
  }, [view, move, onOlder, scroller])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const went = element.scrollTop - lastTop.current
    lastTop.current = element.scrollTop
    // Only who goes up leaves the foot. Where the box became smaller in the same moment, the foot went away by itself.
    const slipped = view.follow.at === 'foot' && went >= 0 && !isAtFoot(element)
    if (slipped) element.scrollTop = element.scrollHeight
    else look()
  }, [view, look, scroller])

  useLayoutEffect(() => {
    const element = scroller.current
    // History came while the reader is at the very top: no scroll will ask for it to be drawn.
    const isAtHead = element !== null && element.scrollTop < transcriptLimits.headSlackPx
    if (!isAtHead || view.follow.at === 'foot' || view.window.from === 0) return
    move((now) => (now === view ? { ...view, window: upward(view.window) } : now))
  }, [view, move, scroller])

  useLayoutEffect(() => {
    const element = scroller.current
    // Something opened or closed: the foot may have gone from under the reader, who then reads. `toggle` does not bubble.
    element?.addEventListener('toggle', look, true)
    return () => element?.removeEventListener('toggle', look, true)
  }, [look])

  const toFoot = useCallback(
    () => setView((now) => ({ ...now, window: footWindow(now.rows.length), follow: AT_FOOT })),
    [],
  )
  return { window: view.window, follow: view.follow, onScroll, toFoot }
}

/** New rows: history before the first one known, or more at the end. */
function withRows({ rows: before, window, follow }: View, rows: readonly Row[]): View {
  const first = before[0]
  const ahead = first
    ? Math.max(
        0,
        rows.findIndex((row) => row.key === first.key),
      )
    : 0
  const fresh = first === undefined
  return {
    rows,
    window: fresh ? footWindow(rows.length) : shifted(window, ahead, rows.length, follow.at === 'foot'),
    follow: arrived(follow, addedBelow(before, rows)),
  }
}

/** Rows after the last one that is still there: what was on its way only gives its place to what arrived. */
function addedBelow(before: readonly Row[], rows: readonly Row[]): number {
  for (let place = before.length - 1; place >= 0; place--) {
    const at = rows.findLastIndex(({ key }) => key === before[place]?.key)
    if (at >= 0) return rows.length - 1 - at
  }
  return rows.length
}

function afterScroll(view: View, element: HTMLElement): View {
  const { rows, window } = view
  const toEnd = window.to >= rows.length
  const follow = scrolled(view.follow, element, toEnd)
  if (window.from > 0 && element.scrollTop < transcriptLimits.headSlackPx) {
    return { ...view, follow, window: upward(window) }
  }
  if (
    !toEnd &&
    isAtFoot({ ...measure(element), clientHeight: element.clientHeight + transcriptLimits.headSlackPx })
  ) {
    return { ...view, follow, window: downward(window, rows.length) }
  }
  return follow === view.follow || (follow.at === view.follow.at && follow.at === 'foot')
    ? view
    : { ...view, follow }
}

const measure = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => ({
  scrollTop,
  clientHeight,
  scrollHeight,
})

/** The first row in sight and where it is, so that it can be put back there. */
function anchorOf(element: HTMLElement | null): { key: string; top: number } | null {
  if (!element) return null
  const edge = element.getBoundingClientRect().top
  for (const row of element.querySelectorAll<HTMLElement>('[data-row]')) {
    const { top, bottom } = row.getBoundingClientRect()
    if (bottom > edge) return { key: row.dataset.row ?? '', top: top - edge }
  }
  return null
}

function restore(element: HTMLElement, anchor: { key: string; top: number } | null): void {
  if (!anchor) return
  const row = element.querySelector(`[data-row="${CSS.escape(anchor.key)}"]`)
  if (!row) return
  const moved = row.getBoundingClientRect().top - element.getBoundingClientRect().top - anchor.top
  if (moved !== 0) element.scrollTop += moved
}
