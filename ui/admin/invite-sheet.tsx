import { useState } from 'preact/hooks'
import { Value } from '../../shared/typebox.ts'
import { Email } from '../../shared/wire/account.ts'
import type { Invited } from '../../shared/wire/admin.ts'
import { USER_NAME_PATTERN } from '../../shared/wire/identity.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useRead } from '../parts/use-read.ts'
import { useAdmin } from './use-admin.ts'

const NAME = new RegExp(USER_NAME_PATTERN)

/** Makes an account that nobody has a password of yet, and the way to one. */
export function InviteSheet({
  onInvited,
  onClose,
}: {
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const admin = useAdmin()
  const attempt = useAttempt()
  const mail = useRead(admin.mail, [admin])
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isAdmin, setAdmin] = useState(false)
  const [isTried, setTried] = useState(false)
  const { refused } = attempt
  const isTaken = refused?.code === 'user_exists'
  const isBadName = isTried && !NAME.test(name)
  const address = email.trim()
  const isBadEmail = address !== '' && !Value.Check(Email, address)
  const sendsMail = mail.is === 'ready' && mail.value.on

  const make = (): void => {
    setTried(true)
    if (!NAME.test(name) || isBadEmail) return
    void attempt.run(async () => {
      const wanted = {
        name,
        ...(address === '' ? {} : { email: address }),
        ...(isAdmin ? { admin: true } : {}),
      }
      const done = await admin.makeUser(wanted)
      if (done.ok) onInvited(done.value)
      return done
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <Sheet
        title={t('users.make_title')}
        onClose={onClose}
        foot={
          <>
            <Button onPress={onClose}>{t('part.cancel')}</Button>
            <Button look="ink" submit busy={attempt.busy} disabled={name === ''}>
              {t('users.make_act')}
            </Button>
          </>
        }
      >
        <TextField
          label={t('users.name')}
          value={name}
          onInput={setName}
          help={t('set_up.name_help')}
          error={isTaken ? errorWords('user_exists') : isBadName ? t('set_up.name_bad') : undefined}
          focused
        />
        <TextField
          label={t('users.email')}
          type="email"
          value={email}
          onInput={setEmail}
          help={emailHelp(sendsMail, address === '')}
          error={isTried && isBadEmail ? t('users.email_bad') : undefined}
        />
        <label class="check-row">
          <input
            type="checkbox"
            checked={isAdmin}
            onChange={(event) => setAdmin(event.currentTarget.checked)}
          />
          <span>
            {t('users.admin')}
            <small>{t('users.admin_help')}</small>
          </span>
        </label>
        <Refusal error={isTaken ? null : refused} />
      </Sheet>
    </form>
  )
}

function emailHelp(sendsMail: boolean, isEmpty: boolean): string {
  if (!sendsMail) return t('users.email_no_mail')
  return isEmpty ? t('users.email_missing') : t('users.email_mail')
}
