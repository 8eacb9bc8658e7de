import { useEffect } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'
import { uiLimits } from '../limits.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { FrontPage } from './front-page.tsx'

/** The authority was not heard at all. It is asked again all the time, and at once when a person says so. */
export function Unreachable({ code }: { code: ErrorCode }) {
  const { state, clock } = usePage()
  const attempt = useAttempt()
  const load = () =>
    attempt.run(async () => {
      await state.account.load()
      return { ok: true, value: null }
    })
  useEffect(() => {
    if (attempt.busy) return
    const timer = clock.after(uiLimits.accountAgainMs, () => void load())
    return () => timer.cancel()
  }, [attempt.busy])
  return (
    <FrontPage title={t('unreachable.title')}>
      <p class="front-words" role="alert">
        {errorWords(code)} {t('unreachable.words')}
      </p>
      <div class="front-form">
        <Button look="ink" busy={attempt.busy} onPress={() => void load()}>
          {attempt.busy ? t('unreachable.trying') : t('unreachable.act')}
        </Button>
      </div>
    </FrontPage>
  )
}
