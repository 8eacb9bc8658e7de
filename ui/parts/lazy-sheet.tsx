import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Button } from './button.tsx'
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
  const part = signal<FunctionComponent<P> | 'loading' | 'failed' | null>(null)
  const fetchPart = (): void => {
    if (part.peek() === 'loading' || typeof part.peek() === 'function') return
    part.value = 'loading'
    load().then(
      (Loaded) => {
        part.value = Loaded
      },
      // The network, or an authority that serves another build by now: both are said, with what helps.
      () => {
        part.value = 'failed'
      },
    )
  }
  return function LazySheet(props: P) {
    useEffect(fetchPart, [])
    const Loaded = part.value
    if (typeof Loaded === 'function') return <Loaded {...props} />
    return (
      <Sheet title={props.title} onClose={props.onClose}>
        {Loaded === 'failed' ? <NotLoaded onAgain={fetchPart} /> : <Skeleton lines={4} />}
      </Sheet>
    )
  }
}

function NotLoaded({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <p>{t('shell.part_failed_words')}</p>
      <div class="section-acts">
        <Button look="ink" onPress={onAgain}>
          {t('part.again')}
        </Button>
        <Button onPress={() => location.reload()}>{t('shell.reload')}</Button>
      </div>
    </>
  )
}
