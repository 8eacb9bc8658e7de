import type { ApiKeyScope } from '../../shared/wire/account.ts'
import { t } from '../locale/t.ts'

/** What a key may do, as a person says it. */
export const scopeWords = (scope: ApiKeyScope): string => t(`keys.${scope}`)
