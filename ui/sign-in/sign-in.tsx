import { useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Instance } from '../../shared/wire/recovery.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import { endedWords } from './ended-words.ts'
import { frontAddress } from './front-address.ts'
import { FrontPage } from './front-page.tsx'
import { useInstance } from './use-instance.ts'

/** `why`: a sign-in ended by itself. What the person was looking at stays in the address and comes back. */
export function SignIn({ why }: { why: ErrorCode | null }) {
  const { account } = usePage().state
  const attempt = useAttempt()
  const instance = useInstance()
  const [given, setGiven] = useState<Credentials>({ name: '', password: '' })
  return (
    <FrontPage title={t('sign_in.title')}>
      {why !== null && <p class="front-words">{endedWords(why)}</p>}
      <CredentialsForm
        value={given}
        onChange={setGiven}
        onSubmit={() => void attempt.run(() => account.signIn(given.name.trim(), given.password))}
        act={t('sign_in.act')}
        busy={attempt.busy}
        password="current"
        nameLabel={t('sign_in.name')}
      >
        <Refusal error={attempt.refused} />
      </CredentialsForm>
      {instance.is === 'ready' && <OtherWays instance={instance.value} />}
    </FrontPage>
  )
}

/** For who has no password, or none any more. */
function OtherWays({ instance: { mail, registration } }: { instance: Instance }) {
  return (
    <div class="front-foot">
      {mail && (
        <a class="front-link" href={frontAddress('/forgot')}>
          {t('sign_in.forgot')}
        </a>
      )}
      {mail && registration === 'open' && (
        <a class="front-link" href={frontAddress('/register')}>
          {t('sign_in.register')}
        </a>
      )}
      {registration === 'invite' && <p>{t('sign_in.by_invite')}</p>}
      {!mail && <p>{t('sign_in.forgot_no_mail')}</p>}
      {registration === 'closed' && <p>{t('sign_in.first')}</p>}
    </div>
  )
}
