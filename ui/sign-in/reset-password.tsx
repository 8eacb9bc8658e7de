import { useState } from 'preact/hooks'
import type { ApiKey } from '../../shared/wire/account.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { FrontPage } from './front-page.tsx'
import { LetterPage } from './letter-page.tsx'
import { useLetterPassword } from './use-letter-password.ts'

/** A new password for a lost one. What still works without it is shown before the page goes on. */
export function ResetPassword({ token }: { token: string }) {
  const { account } = usePage().state
  const { attempt, given, setGiven, passwordError, other } = useLetterPassword()
  const [keys, setKeys] = useState<ApiKey[]>([])
  if (keys.length > 0) return <KeysThatWork keys={keys} />
  const send = (): Promise<boolean> =>
    attempt.run(async () => {
      const done = await account.reset(token, given.password)
      if (done.ok) setKeys(done.value)
      return done
    })
  return (
    <LetterPage
      title={t('reset.title')}
      words={<p class="front-words">{t('reset.words')}</p>}
      refused={attempt.refused}
      dead={
        <>
          <p class="front-words">{t('reset.dead')}</p>
          <a class="front-link" href="/forgot">
            {t('reset.ask_again')}
          </a>
        </>
      }
    >
      <CredentialsForm
        value={given}
        onChange={setGiven}
        onSubmit={() => void send()}
        act={t('reset.act')}
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

function KeysThatWork({ keys }: { keys: readonly ApiKey[] }) {
  const { state, now } = usePage()
  const look = async (): Promise<void> => {
    state.router.replace({ at: 'settings', section: 'keys' })
    await state.account.load()
  }
  return (
    <FrontPage key="done" title={t('reset.done_title')} told>
      <p>{t('reset.done')}</p>
      <ul class="front-list">
        {keys.map(({ id, name, usedAt }) => (
          <ListRow
            key={id}
            title={name}
            detail={
              usedAt === null
                ? t('reset.key_unused')
                : t('reset.key_used', { when: agoWords(usedAt, now.value) })
            }
          />
        ))}
      </ul>
      <p class="front-words">{t('reset.done_advice')}</p>
      <div class="front-form">
        <Button look="ink" onPress={() => void look()}>
          {t('reset.look')}
        </Button>
        <Button onPress={() => void state.account.load()}>{t('front.go_on')}</Button>
      </div>
    </FrontPage>
  )
}
