import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { usePage } from '../page.ts'
import { lazyPart, NotLoaded } from './lazy-part.tsx'
import { ScreenHead } from './screen-head.tsx'
import { Skeleton } from './skeleton.tsx'

/** A screen that is opened seldom: its part of the page is loaded when it is. `title`: what stands over it meanwhile. */
export function lazyScreen<P extends object>(
  title: () => string,
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  const part = lazyPart(load)
  return function LazyScreen(props: P) {
    const { router } = usePage().state
    useEffect(part.fetch, [])
    const Loaded = part.now.value
    if (typeof Loaded === 'function') return <Loaded {...props} />
    return (
      <div class="screen">
        <ScreenHead title={title()} onBack={router.back} />
        <div class="screen-body">
          {Loaded === 'failed' ? <NotLoaded onAgain={part.fetch} /> : <Skeleton lines={4} />}
        </div>
      </div>
    )
  }
}
