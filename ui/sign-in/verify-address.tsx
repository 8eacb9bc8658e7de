import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { FrontPage } from './front-page.tsx'
import { LeaveLetter } from './leave-letter.tsx'
import { LetterPage } from './letter-page.tsx'

/** Says that an address is one's own. Nothing is said before the button is pressed. */
export function VerifyAddress({ token }: { token: string }) {
  const { authority } = usePage().state
  const attempt = useAttempt()
  const [set, setSet] = useState<string | null>(null)
  const { refused } = attempt
  const send = (): Promise<boolean> =>
    attempt.run(async () => {
      const done = await authority.ask((api) => api.v1.email.verify.post({ token }))
      if (done.ok) setSet(done.value.email)
      return done
    })
  if (set !== null) {
    return (
      <FrontPage key="done" title={t('verify.done_title')} told>
        <p class="front-words">{t('verify.done', { email: set })}</p>
        <LeaveLetter />
      </FrontPage>
    )
  }
  return (
    <LetterPage
      title={t('verify.title')}
      words={<p class="front-words">{t('verify.words')}</p>}
      refused={refused}
      dead={<p class="front-words">{t('verify.dead')}</p>}
    >
      <div class="front-form">
        <Refusal error={refused}>
          {refused?.code === 'email_taken' && <p>{t('verify.email_taken')}</p>}
        </Refusal>
        <Button look="ink" busy={attempt.busy} onPress={() => void send()}>
          {t('verify.act')}
        </Button>
      </div>
    </LetterPage>
  )
}
