import type { ErrorCode } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'

/**
 * The words for a refusal. Screens choose them by code and never show the message that came with it. A code without
 * words in the catalogue does not compile.
 */
export const errorWords = (code: ErrorCode): string => t(`error.${code}`)
