import type { ErrorCode } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'

/** Why a sign-in ended, and what that means for signing in again. */
export function endedWords(why: ErrorCode): string {
  switch (why) {
    case 'session_expired':
    case 'session_revoked':
    case 'device_revoked':
      return `${t(`ended.${why}`)} ${t('ended.comes_back')}`
    case 'user_disabled':
    case 'user_deleted':
      return t(`ended.${why}`)
    // What else ends one (the key of a script) is not had in a browser.
    default:
      return errorWords(why)
  }
}
