import type { AdminUser } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { emailWords, userState } from './user-words.ts'

/** What is known of an account; no credential among it. */
export function UserFacts({ user }: { user: AdminUser }) {
  const { now } = usePage()
  const { id, email, emailVerified, createdAt, seenAt, machines } = user
  const state = userState(user)
  const facts = [
    state !== '' && state,
    email !== null && emailWords(email, emailVerified),
    t('users.made', { when: agoWords(createdAt, now.value) }),
    seenAt === null ? t('users.never_seen') : t('users.seen', { when: agoWords(seenAt, now.value) }),
    t('users.machine_count', { count: machines }),
  ]
  return (
    <>
      <p class="facts">{facts.filter((fact) => fact !== false).join(' · ')}</p>
      <p class="copy-line">
        <code>{id}</code>
        <CopyButton text={id} />
      </p>
    </>
  )
}
