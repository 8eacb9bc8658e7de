import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { EmailForm } from './email-form.tsx'
import { EmailNow } from './email-now.tsx'
import { useMe } from './use-me.ts'

/** The address of the account: what it is, and what waits to become it. */
export function EmailPart() {
  const { authority } = usePage().state
  const me = useMe()
  const instance = useRead(() => authority.ask((api) => api.v1.instance.get()), [])
  if (me.is === 'failed') return <NotRead code={me.code} onAgain={me.again} />
  if (instance.is === 'failed') return <NotRead code={instance.code} onAgain={instance.again} />
  if (me.is === 'loading' || instance.is === 'loading') return <Skeleton lines={4} />
  const email = me.value.email ?? null
  const pending = me.value.pendingEmail ?? null
  const canSend = instance.value.mail
  if (!canSend && email === null && pending === null) {
    return (
      <>
        <p class="section-words">{t('email.off')}</p>
        <p class="section-words">{t('email.off_forgot')}</p>
      </>
    )
  }
  return (
    <>
      <p class="section-words">{t(canSend ? 'email.words' : 'email.off')}</p>
      <EmailNow email={email} pending={pending} canSend={canSend} onChanged={me.again} />
      {canSend && (
        <EmailForm email={email} isAnother={email !== null || pending !== null} onChanged={me.again} />
      )}
    </>
  )
}
