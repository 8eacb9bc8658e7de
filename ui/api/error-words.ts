import type { ErrorCode } from '../../shared/errors.ts'
import { enErrors } from '../locale/en-errors.ts'

/** The words for a refusal. Screens choose them by code and never show the message that came with it. */
export const errorWords = (code: ErrorCode): string => enErrors[code]
