import type { ErrorCode } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from './button.tsx'

/** In place of what could not be read: why, and once more. */
export function NotRead({ code, onAgain }: { code: ErrorCode; onAgain: () => void }) {
  return (
    <p class="section-words">
      {errorWords(code)}{' '}
      <Button look="bare" onPress={onAgain}>
        {t('part.again')}
      </Button>
    </p>
  )
}
