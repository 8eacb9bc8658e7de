import { cleanLabel } from '../../shared/untrusted.ts'
import type { UserDeleted } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Sheet } from '../parts/sheet.tsx'

/** What went with an account. */
export function DeletedSheet({
  name,
  gone,
  onClose,
}: {
  name: string
  gone: UserDeleted
  onClose: () => void
}) {
  const { machinesRevoked } = gone
  return (
    <Sheet
      title={t('users.deleted_title', { name })}
      onClose={onClose}
      foot={
        <Button look="ink" onPress={onClose}>
          {t('admin.done')}
        </Button>
      }
    >
      {machinesRevoked.length > 0 && (
        <>
          <p>{t('users.deleted_machines')}</p>
          <ul>
            {machinesRevoked.map(({ id, label }) => (
              <li key={id}>{cleanLabel(label)}</li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  )
}
