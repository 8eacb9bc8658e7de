import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { FrontForm } from './front-form.tsx'
import { FrontPage } from './front-page.tsx'
import { refusedField } from './refused-field.ts'
import { useInstance } from './use-instance.ts'

/** A lost password: the authority answers the same, whether it knows the address or not. */
export function ForgotPassword() {
  const { authority } = usePage().state
  const instance = useInstance()
  const attempt = useAttempt()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { refused } = attempt
  const isOfEmail = refused !== null && refusedField(refused) === 'email'
  const send = async (): Promise<void> => {
    const to = email.trim()
    if (await attempt.run(() => authority.ask((api) => api.v1.forgot.post({ email: to })))) setSentTo(to)
  }
  if (instance.is === 'ready' && !instance.value.mail) {
    return (
      <FrontPage title={t('forgot.title')}>
        <p class="front-words">{t('forgot.no_mail')}</p>
        <BackToSignIn />
      </FrontPage>
    )
  }
  if (sentTo !== null) {
    return (
      <FrontPage key="sent" title={t('forgot.sent_title')} told>
        <p>{t('forgot.sent', { email: sentTo })}</p>
        <p class="front-words">{t('forgot.sent_next')}</p>
        <div class="front-form">
          <Button onPress={() => setSentTo(null)}>{t('forgot.again')}</Button>
        </div>
        <BackToSignIn />
      </FrontPage>
    )
  }
  return (
    <FrontPage key="ask" title={t('forgot.title')}>
      <p class="front-words">{t('forgot.words')}</p>
      <FrontForm onSubmit={() => void send()} act={t('forgot.act')} busy={attempt.busy}>
        <TextField
          label={t('front.email')}
          name="email"
          type="email"
          autocomplete="email"
          value={email}
          onInput={setEmail}
          error={isOfEmail ? t('front.email_bad') : undefined}
        />
        <Refusal error={isOfEmail ? null : refused} />
      </FrontForm>
      <BackToSignIn />
    </FrontPage>
  )
}
