import { cleanLabel } from '../../shared/untrusted.ts'
import type { AdminUser } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { agoWords } from '../parts/relative-time.ts'

/** How an account stands, beside its name; '': nothing out of the ordinary. */
export function userState({ admin, disabledAt, hasPassword }: AdminUser): string {
  return [
    admin && t('users.is_admin'),
    disabledAt !== null && t('users.is_disabled'),
    !hasPassword && t('users.is_invited'),
  ]
    .filter((words) => words !== false)
    .join(', ')
}

export function userDetail(user: AdminUser, now: number): string {
  const { email, emailVerified, machines, seenAt } = user
  return [
    email !== null && emailWords(email, emailVerified),
    t('users.machine_count', { count: machines }),
    seenAt === null ? t('users.never_seen') : t('users.seen', { when: agoWords(seenAt, now) }),
  ]
    .filter((words) => words !== false)
    .join(' · ')
}

export const emailWords = (email: string, verified: boolean): string =>
  verified ? cleanLabel(email) : t('users.email_pending', { email: cleanLabel(email) })

export const userMatches = ({ name, email, id }: AdminUser, words: string): boolean => {
  const wanted = words.trim().toLowerCase()
  return [name, email ?? '', id].some((text) => text.toLowerCase().includes(wanted))
}
