import { useState } from 'preact/hooks'
import type { AppError } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { type Attempt, useAttempt } from '../parts/use-attempt.ts'
import type { Credentials } from './credentials-form.tsx'
import { refusedField } from './refused-field.ts'

export interface LetterPassword {
  attempt: Attempt
  given: Credentials
  setGiven(given: Credentials): void
  /** At the password's field; undefined: nothing is wrong with it. */
  passwordError: string | undefined
  /** What is not about a field that is shown. */
  other: AppError | null
}

/** A password that is chosen with a letter's link. */
export function useLetterPassword(): LetterPassword {
  const attempt = useAttempt()
  const [given, setGiven] = useState<Credentials>({ name: '', password: '' })
  const { refused } = attempt
  const field = refused && refusedField(refused)
  return {
    attempt,
    given,
    setGiven,
    passwordError: field === 'password' ? t('set_up.password_weak') : undefined,
    other: field === 'password' ? null : refused,
  }
}
