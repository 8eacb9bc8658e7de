import { useEffect } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { FrontLink } from '../state/front-link.ts'
import { FrontPage } from './front-page.tsx'

const part = lazyPart(async () => (await import('./front-door.tsx')).FrontDoor)

/** The ways in that somebody takes once: their part of the page is loaded when they do. */
export function LazyFront({ front }: { front: FrontLink }) {
  useEffect(part.fetch, [])
  const Door = part.now.value
  if (typeof Door === 'function') return <Door front={front} />
  return Door === 'failed' ? (
    <FrontPage title={t('front.not_loaded')}>
      {/* Loading the page anew would lose the token of a link. */}
      <p class="front-words">{t('front.not_loaded_words')}</p>
      <div class="front-form">
        <Button look="ink" onPress={part.fetch}>
          {t('part.again')}
        </Button>
      </div>
    </FrontPage>
  ) : (
    <FrontPage title={t('app.name')}>
      <Skeleton lines={2} />
    </FrontPage>
  )
}
