import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AdminMachine } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { ShareRefusal } from '../machines/share-sheet.tsx'
import { Button } from '../parts/button.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useRead } from '../parts/use-read.ts'
import { SelectField } from '../presets/select-field.tsx'
import { useAdmin } from './use-admin.ts'

/** Gives a machine that nobody owns to somebody. */
export function AdoptSheet({
  machine,
  onChanged,
  onClose,
}: {
  machine: AdminMachine
  onChanged: () => void
  onClose: () => void
}) {
  const admin = useAdmin()
  const attempt = useAttempt()
  const users = useRead(admin.users, [admin])
  const [owner, setOwner] = useState('')
  const label = cleanLabel(machine.label)
  const able = users.is === 'ready' ? users.value.filter(({ disabledAt }) => disabledAt === null) : []
  const name = cleanLabel(able.find(({ id }) => id === owner)?.name ?? '')
  const give = async (): Promise<void> => {
    if (!(await attempt.run(() => admin.adopt(machine.id, owner)))) return
    onChanged()
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (owner !== '') void give()
      }}
    >
      <Sheet
        title={t('fleet.adopt_title', { machine: label })}
        onClose={onClose}
        foot={
          <>
            <Button onPress={onClose}>{t('part.cancel')}</Button>
            <Button look="ink" submit busy={attempt.busy} disabled={owner === ''}>
              {t('fleet.adopt_act')}
            </Button>
          </>
        }
      >
        <p>{t('fleet.adopt_words', { machine: label })}</p>
        {users.is === 'loading' && <Skeleton lines={1} />}
        {users.is === 'failed' && <NotRead code={users.code} onAgain={users.again} />}
        {users.is === 'ready' && (
          <SelectField
            label={t('fleet.owner')}
            value={owner}
            choices={[
              ['', t('fleet.choose_owner')],
              ...able.map(({ id, name }) => [id, cleanLabel(name)] as const),
            ]}
            onChange={setOwner}
          />
        )}
        <ShareRefusal error={attempt.refused} name={name} machine={label} />
      </Sheet>
    </form>
  )
}
