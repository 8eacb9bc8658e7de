import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Refusal } from '../parts/refusal.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { LetterPage } from './letter-page.tsx'
import { useLetterPassword } from './use-letter-password.ts'

/** An account that was made for somebody, who chooses its password. */
export function Invited({ token }: { token: string }) {
  const { account } = usePage().state
  const { attempt, given, setGiven, passwordError, other } = useLetterPassword()
  return (
    <LetterPage
      title={t('invite.title')}
      words={<p class="front-words">{t('invite.words')}</p>}
      refused={attempt.refused}
      dead={<p class="front-words">{t('invite.dead')}</p>}
    >
      <CredentialsForm
        value={given}
        onChange={setGiven}
        onSubmit={() => void attempt.run(() => account.acceptInvite(token, given.password))}
        act={t('invite.act')}
        busy={attempt.busy}
        password="new"
        fixedName
        passwordHelp={t('set_up.password_help')}
        passwordError={passwordError}
      >
        <Refusal error={other} />
      </CredentialsForm>
    </LetterPage>
  )
}
