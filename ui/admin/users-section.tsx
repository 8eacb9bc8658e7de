import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Invited, UserDeleted } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { DeletedSheet } from './deleted-sheet.tsx'
import { Filter } from './filter.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import { InvitedSheet } from './invited-sheet.tsx'
import { useAdmin } from './use-admin.ts'
import { UserSheet } from './user-sheet.tsx'
import { userDetail, userMatches, userState } from './user-words.ts'

type Open =
  | { is: 'new' }
  | { is: 'user'; id: string }
  | { is: 'invited'; invited: Invited }
  | { is: 'deleted'; name: string; gone: UserDeleted }

/** Who has an account. */
export function UsersSection() {
  const admin = useAdmin()
  const { now } = usePage()
  const users = useRead(admin.users, [admin])
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  if (users.is === 'loading') return <Skeleton lines={5} />
  if (users.is === 'failed') return <NotRead code={users.code} onAgain={users.again} />
  const shown = users.value.filter((user) => userMatches(user, words))
  const opened = open?.is === 'user' ? users.value.find(({ id }) => id === open.id) : undefined
  const close = (): void => setOpen(null)
  const show = (next: Open): void => {
    users.again()
    setOpen(next)
  }
  return (
    <>
      <p class="section-words">{t('users.words')}</p>
      <div class="section-acts">
        <Button icon="plus" look="ink" onPress={() => setOpen({ is: 'new' })}>
          {t('users.make')}
        </Button>
      </div>
      <Filter label={t('admin.filter_users')} value={words} onInput={setWords} />
      <ul class="plain-rows">
        {shown.map((user) => (
          <ListRow
            key={user.id}
            title={cleanLabel(user.name)}
            note={userState(user)}
            detail={userDetail(user, now.value)}
            onPress={() => setOpen({ is: 'user', id: user.id })}
          />
        ))}
      </ul>
      {shown.length === 0 && <p class="section-words">{t('admin.no_match')}</p>}
      {open?.is === 'new' && (
        <InviteSheet onInvited={(invited) => show({ is: 'invited', invited })} onClose={close} />
      )}
      {opened && (
        <UserSheet
          user={opened}
          onChanged={users.again}
          onInvited={(invited) => show({ is: 'invited', invited })}
          onDeleted={(gone) => show({ is: 'deleted', name: cleanLabel(opened.name), gone })}
          onClose={close}
        />
      )}
      {open?.is === 'invited' && <InvitedSheet invited={open.invited} onClose={close} />}
      {open?.is === 'deleted' && <DeletedSheet name={open.name} gone={open.gone} onClose={close} />}
    </>
  )
}
