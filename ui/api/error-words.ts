import type { ErrorCode } from '../../shared/errors.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { t } from '../locale/t.ts'

/**
 * The words for a refusal. Screens choose them by code and never show the message that came with it. A code without
 * words in the catalogue does not compile.
 */
export const errorWords = (code: ErrorCode): string => t(`error.${code}`)

export interface StartRefusal {
  code: ErrorCode
  /** From when on it would not be refused, in ms since the epoch. */
  again?: number | undefined
}

/** The words for a session that was not started. */
export function startRefusalWords({ code, again }: StartRefusal, now: number): string {
  if (code !== 'throttled' || again === undefined) return errorWords(code)
  const minutes = Math.ceil((again - now) / MINUTE_MS)
  return minutes > 0 ? t('new.throttled', { minutes }) : t('new.throttled_over')
}
