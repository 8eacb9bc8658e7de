import { useState } from 'preact/hooks'
import type { Daemon } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'

export interface LoginInputProps {
  at: ReturnType<Daemon['v1']['agents']>['login']
}

/** One line for the program that waits for it; it stays until the machine took it. */
export function LoginInput({ at }: LoginInputProps) {
  const attempt = useAttempt()
  const [text, setText] = useState('')
  const send = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(at.input.post({ text: text.trim() })))) setText('')
  }
  return (
    <form
      class="login-input"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send()
      }}
    >
      <Field label={t('login.code')}>
        {(ties) => (
          <div class="login-line">
            <input
              {...ties}
              class="input machine-words"
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <Button look="ink" submit busy={attempt.busy} disabled={text.trim() === ''}>
              {t('login.send')}
            </Button>
          </div>
        )}
      </Field>
      <Refusal error={attempt.refused} />
    </form>
  )
}
