import { useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AdminUser, Invited, UserDeleted } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { LimitForm } from './limit-form.tsx'
import { useAdmin } from './use-admin.ts'
import { UserFacts } from './user-facts.tsx'

type Act = 'disable' | 'delete' | 'give_admin' | 'take_admin'

export interface UserSheetProps {
  user: AdminUser
  onChanged: () => void
  onInvited: (invited: Invited) => void
  onDeleted: (gone: UserDeleted) => void
  onClose: () => void
}

/** One account, and what an admin may do with it. Each act that cannot be taken back at once is confirmed. */
export function UserSheet(props: UserSheetProps) {
  const { user, onChanged, onInvited, onClose } = props
  const admin = useAdmin()
  const attempt = useAttempt()
  const [act, setAct] = useState<Act | null>(null)
  const { account } = usePage().state.account
  const isOwn = account.value.is === 'signed_in' && account.value.user.id === user.id
  const now = (work: () => Promise<Result<unknown>>): void => {
    void attempt.run(work).then((isDone) => isDone && onChanged())
  }
  const invite = async (): Promise<Result<unknown>> => {
    const done = await admin.invite(user.id)
    if (done.ok) onInvited(done.value)
    return done
  }
  if (act !== null) return <ConfirmAct {...props} act={act} onLeave={() => setAct(null)} />
  return (
    <Sheet title={cleanLabel(user.name)} onClose={onClose}>
      <UserFacts user={user} />
      <LimitForm user={user} onChanged={onChanged} />
      {isOwn ? (
        <p class="section-words">{t('users.own_account')}</p>
      ) : (
        <div class="section-acts">
          {!user.hasPassword && (
            <Button busy={attempt.busy} onPress={() => void attempt.run(invite)}>
              {t('users.invite_again')}
            </Button>
          )}
          {user.admin ? (
            <Button onPress={() => setAct('take_admin')}>{t('users.take_admin')}</Button>
          ) : (
            <Button onPress={() => setAct('give_admin')}>{t('users.give_admin')}</Button>
          )}
          {user.disabledAt === null ? (
            <Button onPress={() => setAct('disable')}>{t('users.disable')}</Button>
          ) : (
            <Button
              look="ink"
              busy={attempt.busy}
              onPress={() => now(() => admin.changeUser(user.id, { disabled: false }))}
            >
              {t('users.enable')}
            </Button>
          )}
          <Button icon="delete" onPress={() => setAct('delete')}>
            {t('users.delete')}
          </Button>
        </div>
      )}
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}

/** What each act is called, and what will be so after it. */
function confirmWords(act: Act, { name: raw, machines }: AdminUser) {
  const name = cleanLabel(raw)
  switch (act) {
    case 'disable':
      return {
        title: t('users.disable_title', { name }),
        act: t('users.disable'),
        words: [t('users.disable_words')],
      }
    case 'delete': {
      const after = machines > 0 ? [t('users.delete_machines', { count: machines })] : []
      return {
        title: t('users.delete_title', { name }),
        act: t('users.delete'),
        words: [t('users.delete_words'), ...after],
      }
    }
    case 'give_admin':
      return {
        title: t('users.give_admin_title', { name }),
        act: t('users.give_admin'),
        words: [t('users.give_admin_words')],
      }
    case 'take_admin':
      return {
        title: t('users.take_admin_title', { name }),
        act: t('users.take_admin'),
        words: [t('users.take_admin_words')],
      }
  }
}

function ConfirmAct({
  user,
  act,
  onChanged,
  onDeleted,
  onLeave,
}: UserSheetProps & { act: Act; onLeave: () => void }) {
  const admin = useAdmin()
  const words = confirmWords(act, user)
  const perform = async (): Promise<Result<unknown>> => {
    if (act === 'delete') {
      const gone = await admin.deleteUser(user.id)
      if (gone.ok) onDeleted(gone.value)
      return gone
    }
    const change = act === 'disable' ? { disabled: true } : { admin: act === 'give_admin' }
    const done = await admin.changeUser(user.id, change)
    if (done.ok) onChanged()
    return done
  }
  return (
    <ConfirmSheet title={words.title} act={words.act} onAct={perform} onClose={onLeave}>
      {words.words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmSheet>
  )
}
