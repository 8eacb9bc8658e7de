import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { lazyPart, NotLoaded } from './lazy-part.tsx'
import { Sheet } from './sheet.tsx'
import { Skeleton } from './skeleton.tsx'

interface SheetLike {
  /** Also what it is called while its part of the page is on its way. */
  title: string
  onClose: () => void
}

/** A sheet that is opened seldom: its part of the page is loaded when it is. */
export function lazySheet<P extends SheetLike>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  const part = lazyPart(load)
  return function LazySheet(props: P) {
    useEffect(part.fetch, [])
    const Loaded = part.now.value
    if (typeof Loaded === 'function') return <Loaded {...props} />
    return (
      <Sheet title={props.title} onClose={props.onClose}>
        {Loaded === 'failed' ? <NotLoaded onAgain={part.fetch} /> : <Skeleton lines={4} />}
      </Sheet>
    )
  }
}
