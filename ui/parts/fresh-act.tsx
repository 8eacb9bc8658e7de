import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import type { FreshAsk } from '../state/fresh-acts.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { Refusal } from './refusal.tsx'
import { Sheet } from './sheet.tsx'
import { useAttempt } from './use-attempt.ts'

/**
 * For every act that may want the password again: `attempt.run(() => fresh(() => authority.ask(…)))`. Where the
 * authority answers `fresh_sign_in_required`, a sheet asks for the password and the act is done once more.
 */
export function useFreshAct(): <T>(act: () => Promise<Result<T>>) => Promise<Result<T>> {
  return usePage().state.fresh.run
}

/** The sheet itself: drawn once, over everything else. */
export function FreshActSheet({ name }: { name: string }) {
  const ask = usePage().state.fresh.ask.value
  return ask && <AskPassword ask={ask} name={name} />
}

function AskPassword({ ask, name }: { ask: FreshAsk; name: string }) {
  const [password, setPassword] = useState('')
  const attempt = useAttempt()
  const { refused } = attempt
  const isWrong = refused?.code === 'invalid_login'
  // Whoever is signed out meanwhile does nothing more as this person. Given already: nothing waits.
  useEffect(() => ask.leave, [ask])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') void attempt.run(() => ask.give(password))
      }}
    >
      <Sheet
        title={t('fresh.title')}
        onClose={ask.leave}
        foot={
          <>
            <Button onPress={ask.leave}>{t('part.cancel')}</Button>
            <Button look="ink" submit busy={attempt.busy} disabled={password === ''}>
              {t('fresh.act')}
            </Button>
          </>
        }
      >
        <p>{t('fresh.words')}</p>
        <input type="hidden" name="username" autocomplete="username" value={name} />
        <TextField
          label={t('account.password')}
          name="password"
          type="password"
          autocomplete="current-password"
          value={password}
          onInput={setPassword}
          error={isWrong ? t('fresh.wrong') : undefined}
          focused
        />
        <Refusal error={isWrong ? null : refused} />
      </Sheet>
    </form>
  )
}
