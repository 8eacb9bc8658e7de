import type { ComponentChildren } from 'preact'
import type { AppError } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'

/** Why something was not done, where it was asked for. Its place in the page is there before its words are. */
export function Refusal({ error, children }: { error: AppError | null; children?: ComponentChildren }) {
  return (
    <div class="refusal" role="alert">
      {error && <p>{errorWords(error.code)}</p>}
      {error && children}
    </div>
  )
}
