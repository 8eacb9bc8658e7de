import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { FrontPage } from './front-page.tsx'
import { LetterPage } from './letter-page.tsx'

/** Takes a change of the address back. Password and API keys stay, so the page leads on to a new password. */
export function UndoAddress({ token }: { token: string }) {
  const { authority } = usePage().state
  const attempt = useAttempt()
  const [back, setBack] = useState<string | null>(null)
  const { refused } = attempt
  const send = (): Promise<boolean> =>
    attempt.run(async () => {
      const done = await authority.ask((api) => api.v1.email.undo.post({ token }))
      if (done.ok) setBack(done.value.email)
      return done
    })
  if (back !== null) {
    return (
      <FrontPage key="done" title={t('undo.done_title')} told>
        <p>{t('undo.done', { email: back })}</p>
        <p class="front-words">{t('undo.done_next')}</p>
        <div class="front-form">
          <a class="button button-ink" href="/forgot">
            {t('undo.set_password')}
          </a>
        </div>
      </FrontPage>
    )
  }
  return (
    <LetterPage
      title={t('undo.title')}
      words={
        <>
          <p class="front-words">{t('undo.words')}</p>
          <p class="front-words">{t('undo.words_keeps')}</p>
        </>
      }
      refused={refused}
      dead={<p class="front-words">{t('undo.dead')}</p>}
    >
      <div class="front-form">
        <Refusal error={refused}>{refused?.code === 'email_taken' && <p>{t('undo.email_taken')}</p>}</Refusal>
        <Button look="ink" busy={attempt.busy} onPress={() => void send()}>
          {t('undo.act')}
        </Button>
      </div>
    </LetterPage>
  )
}
