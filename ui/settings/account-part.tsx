import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'

/** Whose page this is, what others call them by, and the way out. */
export function AccountPart({ user }: { user: User }) {
  const { account } = usePage().state
  const attempt = useAttempt()
  return (
    <>
      <p>
        {t('settings.signed_in')} <b>{user.name}</b>
      </p>
      <div class="settings-fact">
        <h2>{t('settings.user_id')}</h2>
        <div class="copy-line">
          <code>{user.id}</code>
          <CopyButton text={user.id} />
        </div>
        <p class="section-words">{t('settings.user_id_words')}</p>
      </div>
      <div class="section-acts">
        <Button busy={attempt.busy} onPress={() => void attempt.run(account.signOut)}>
          {t('account.sign_out')}
        </Button>
      </div>
      <Refusal error={attempt.refused} />
    </>
  )
}
