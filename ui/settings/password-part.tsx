import { useState } from 'preact/hooks'
import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { refusedField } from '../sign-in/refused-field.ts'
import { useMe } from './use-me.ts'

/** Another password, for who knows the one of before. */
export function PasswordPart({ user }: { user: User }) {
  const me = useMe()
  if (me.is === 'loading') return <Skeleton lines={4} />
  if (me.is === 'failed') return <NotRead code={me.code} onAgain={me.again} />
  if (me.value.hasPassword === false) return <p class="section-words">{t('password.none')}</p>
  return <PasswordForm name={user.name} />
}

function PasswordForm({ name }: { name: string }) {
  const { authority } = usePage().state
  const attempt = useAttempt()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const { refused } = attempt
  const isWrong = refused?.code === 'invalid_login'
  const isWeak = refused !== null && refusedField(refused) === 'password'
  const change = async (): Promise<void> => {
    setDone(false)
    const went = await attempt.run(() => authority.ask((api) => api.v1.password.post({ current, password })))
    if (!went) return
    setCurrent('')
    setPassword('')
    setDone(true)
  }
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (current !== '' && password !== '') void change()
      }}
    >
      <p class="section-words">{t('password.words')}</p>
      <input type="hidden" name="username" autocomplete="username" value={name} />
      <TextField
        label={t('password.current')}
        name="current"
        type="password"
        autocomplete="current-password"
        value={current}
        onInput={setCurrent}
        error={isWrong ? t('fresh.wrong') : undefined}
      />
      <TextField
        label={t('password.new')}
        name="password"
        type="password"
        autocomplete="new-password"
        value={password}
        onInput={setPassword}
        help={t('set_up.password_help')}
        error={isWeak ? t('set_up.password_weak') : undefined}
      />
      <Refusal error={isWrong || isWeak ? null : refused} />
      <div class="section-acts">
        <Button look="ink" submit busy={attempt.busy} disabled={current === '' || password === ''}>
          {t('password.act')}
        </Button>
      </div>
      <p class="settings-done" role="status">
        {isDone && t('password.done')}
      </p>
    </form>
  )
}
