import { cleanLabel } from '../../shared/untrusted.ts'
import type { Invited } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { untilWords } from '../parts/relative-time.ts'
import { Sheet } from '../parts/sheet.tsx'
import { SecretSheet } from './secret-sheet.tsx'

/** How somebody gets in: by a letter, or by a link that is shown here once. */
export function InvitedSheet({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { now } = usePage()
  const { link, expiresAt } = invited
  const name = cleanLabel(invited.user.name)
  const until = expiresAt === null ? '' : untilWords(expiresAt, now.value)
  if (link === null) {
    return (
      <Sheet
        title={t('users.mailed_title', { name })}
        onClose={onClose}
        foot={
          <Button look="ink" onPress={onClose}>
            {t('admin.done')}
          </Button>
        }
      >
        <p>{t('users.mailed_words', { until })}</p>
      </Sheet>
    )
  }
  return (
    <SecretSheet
      title={t('users.link_title', { name })}
      secret={link}
      done={t('admin.done')}
      onClose={onClose}
    >
      <p>{t('users.link_words', { name })}</p>
      <p class="section-words">{t('users.link_until', { until })}</p>
    </SecretSheet>
  )
}
