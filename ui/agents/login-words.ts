import type { Login } from '../../shared/wire/login.ts'
import { t } from '../locale/t.ts'

export const isUnderWay = ({ state }: Login): boolean => state === 'running' || state === 'checking'

/** Where a sign-in stands. What it came to is what the agent said afterwards, not how its program ended. */
export function loginWords(login: Login, agent: string): string {
  if (login.state === 'none') return ''
  if (login.state === 'running') return login.output.trim() === '' ? t('login.starting', { agent }) : ''
  if (login.state === 'checking') return t('login.checking', { agent })
  if (login.signedIn === true) return t('login.signed_in', { agent })
  if (login.end === 'timed_out') return t('login.timed_out')
  if (login.end === 'cancelled') return t('login.cancelled')
  return login.signedIn === false ? t('login.not_signed_in', { agent }) : t('login.not_known', { agent })
}
