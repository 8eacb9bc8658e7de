import { useState } from 'preact/hooks'
import type { AppError } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Refusal } from '../parts/refusal.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { LeaveLetter } from './leave-letter.tsx'
import { LetterPage } from './letter-page.tsx'
import { refusedField } from './refused-field.ts'
import { useLetterPassword } from './use-letter-password.ts'

/** The last step of signing up. The name is asked for once more only where it was taken meanwhile. */
export function ConfirmAccount({ token }: { token: string }) {
  const { account } = usePage().state
  const { attempt, given, setGiven, passwordError, other } = useLetterPassword()
  const [asksName, setAsksName] = useState(false)
  const isOver = other?.code === 'email_taken' || other?.code === 'registration_closed'
  const send = (): Promise<boolean> =>
    attempt.run(async () => {
      const name = asksName ? given.name.trim().toLowerCase() : null
      const done = await account.confirm(token, given.password, name)
      if (!done.ok && done.error.code === 'user_exists') setAsksName(true)
      return done
    })
  const ofName = asksName && other && refusedField(other) === 'name' ? other : null
  return (
    <LetterPage
      title={t('confirm.title')}
      words={<p class="front-words">{asksName ? t('confirm.name_taken') : t('confirm.words')}</p>}
      refused={attempt.refused}
      dead={
        <>
          <p class="front-words">{t('confirm.dead')}</p>
          <a class="front-link" href="/register">
            {t('sign_in.register')}
          </a>
        </>
      }
    >
      <CredentialsForm
        key={asksName ? 'name' : 'password'}
        value={given}
        onChange={setGiven}
        onSubmit={() => void send()}
        act={t('confirm.act')}
        busy={attempt.busy}
        password="new"
        fixedName={!asksName}
        nameLabel={t('confirm.name')}
        nameHelp={t('set_up.name_help')}
        nameError={ofName ? nameWords(ofName) : undefined}
        passwordHelp={t('set_up.password_help')}
        passwordError={passwordError}
      >
        <Refusal error={ofName ? null : other}>
          {other?.code === 'email_taken' && <p>{t('confirm.email_taken')}</p>}
        </Refusal>
      </CredentialsForm>
      {isOver && <LeaveLetter />}
    </LetterPage>
  )
}

const nameWords = ({ code }: AppError): string =>
  code === 'user_exists' ? t('error.user_exists') : t('set_up.name_bad')
