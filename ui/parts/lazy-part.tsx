import { type ReadonlySignal, signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { t } from '../locale/t.ts'
import { Button } from './button.tsx'

/** A part of the page that is loaded when it is first wanted. Null: nobody wanted it yet. */
export interface LazyPart<P> {
  readonly now: ReadonlySignal<FunctionComponent<P> | 'loading' | 'failed' | null>
  fetch(): void
}

export function lazyPart<P>(load: () => Promise<FunctionComponent<P>>): LazyPart<P> {
  const now = signal<FunctionComponent<P> | 'loading' | 'failed' | null>(null)
  return {
    now,
    fetch() {
      if (now.peek() === 'loading' || typeof now.peek() === 'function') return
      now.value = 'loading'
      load().then(
        (Loaded) => {
          now.value = Loaded
        },
        // The network, or an authority that serves another build by now: both are said, with what helps.
        () => {
          now.value = 'failed'
        },
      )
    },
  }
}

export function NotLoaded({ onAgain }: { onAgain: () => void }) {
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
