import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { useFreshAct } from '../parts/fresh-act.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'

export interface EmailNowProps {
  /** Verified. */
  email: string | null
  /** Asked for, and its letter not answered yet. */
  pending: string | null
  canSend: boolean
  onChanged: () => void
}

/** The address that counts and the one that waits, each with what can be done about it. */
export function EmailNow({ email, pending, canSend, onChanged }: EmailNowProps) {
  const { authority } = usePage().state
  const fresh = useFreshAct()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    const done = await fresh(() => authority.ask((api) => api.v1.email.delete()))
    if (done.ok) onChanged()
    return done
  }
  return (
    <>
      {email === null && pending === null && <p>{t('email.none')}</p>}
      <ul>
        {email !== null && (
          <ListRow
            title={email}
            detail={t('email.verified')}
            tail={
              <Button look="bare" onPress={() => setRemoving(true)}>
                {t('email.remove')}
              </Button>
            }
          />
        )}
        {pending !== null && <ListRow title={pending} detail={t('email.pending')} />}
      </ul>
      {pending !== null && (
        <Pending email={email} pending={pending} canSend={canSend} onChanged={onChanged} />
      )}
      {isRemoving && email !== null && (
        <ConfirmSheet
          title={t('email.remove_title', { email })}
          act={t('email.remove')}
          onAct={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{t('email.remove_words')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}

function Pending({ email, pending, canSend, onChanged }: EmailNowProps & { pending: string }) {
  const { authority } = usePage().state
  const fresh = useFreshAct()
  const attempt = useAttempt()
  const [isSent, setSent] = useState(false)
  const put = (address: string) => authority.ask((api) => api.v1.email.put({ email: address }))
  // Asking for the address that counts forgets the other; where none counts, there is only the other to remove.
  const drop = () => (email === null ? authority.ask((api) => api.v1.email.delete()) : put(email))
  const again = async (): Promise<void> => {
    setSent(false)
    setSent(await attempt.run(() => fresh(() => put(pending))))
  }
  const forget = async (): Promise<void> => {
    if (await attempt.run(() => fresh(drop))) onChanged()
  }
  return (
    <>
      <p class="section-words">{t('email.pending_words', { email: pending })}</p>
      <div class="section-acts">
        {canSend && (
          <Button busy={attempt.busy} onPress={() => void again()}>
            {t('email.again')}
          </Button>
        )}
        <Button look="bare" busy={attempt.busy} onPress={() => void forget()}>
          {t('email.drop')}
        </Button>
      </div>
      <Refusal error={attempt.refused} />
      <p class="settings-done" role="status">
        {isSent && t('email.sent_again')}
      </p>
    </>
  )
}
