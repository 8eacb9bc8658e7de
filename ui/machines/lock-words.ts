import type { Scope } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import type { Account } from '../state/account.ts'

/** What a device may do at most, as the machine has it. */
export const mayWords = (scopes: readonly Scope[]): string =>
  scopes.includes('session:write') ? t('lock.may_write') : t('lock.may_read')

/** Whether a device is signed in to another account than this page. */
export const isOfOther = (account: Account, sub: string): boolean =>
  account.is === 'signed_in' && account.user.id !== sub
