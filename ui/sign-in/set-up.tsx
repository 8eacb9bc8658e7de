import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import { FrontPage } from './front-page.tsx'
import { refusedField } from './refused-field.ts'

/** The page that a set-up link opens: the first account. */
export function SetUp() {
  const { account } = usePage().state
  const attempt = useAttempt()
  const [given, setGiven] = useState<Credentials>({ name: '', password: '' })
  const { refused } = attempt
  const field = refused && refusedField(refused)
  // With this link nothing can be set up any more.
  const isOver = refused?.code === 'code_unusable' || refused?.code === 'set_up_done'
  return (
    <FrontPage title={t('set_up.title')}>
      <p class="front-words">{t('set_up.words')}</p>
      <CredentialsForm
        value={given}
        onChange={setGiven}
        onSubmit={() =>
          void attempt.run(() => account.setUp(given.name.trim().toLowerCase(), given.password))
        }
        act={t('set_up.act')}
        busy={attempt.busy}
        password="new"
        nameHelp={t('set_up.name_help')}
        passwordHelp={t('set_up.password_help')}
        nameError={field === 'name' ? t('set_up.name_bad') : undefined}
        passwordError={field === 'password' ? t('set_up.password_weak') : undefined}
      >
        <Refusal error={field === null ? refused : null}>
          {refused?.code === 'code_unusable' && <p>{t('set_up.new_link')}</p>}
        </Refusal>
      </CredentialsForm>
      {isOver && <Button onPress={() => void account.dropLink()}>{t('set_up.sign_in')}</Button>}
    </FrontPage>
  )
}
