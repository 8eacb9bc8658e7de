import { useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import { FrontPage } from './front-page.tsx'

/** `why`: a sign-in ended by itself. What the person was looking at stays in the address and comes back. */
export function SignIn({ why }: { why: ErrorCode | null }) {
  const { account } = usePage().state
  const attempt = useAttempt()
  const [given, setGiven] = useState<Credentials>({ name: '', password: '' })
  return (
    <FrontPage title={t('sign_in.title')}>
      {why !== null && <p class="front-words">{errorWords(why)}</p>}
      <CredentialsForm
        value={given}
        onChange={setGiven}
        onSubmit={() => void attempt.run(() => account.signIn(given.name.trim(), given.password))}
        act={t('sign_in.act')}
        busy={attempt.busy}
        password="current"
      >
        <Refusal error={attempt.refused} />
      </CredentialsForm>
      <p class="front-foot">{t('sign_in.first')}</p>
    </FrontPage>
  )
}
