import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Grant } from '../../shared/wire/grant.ts'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Sharing } from '../state/sharing.ts'
import { GrantSheet } from './grant-sheet.tsx'
import { scopeWords } from './scope-words.ts'
import { ShareSheet } from './share-sheet.tsx'

/** Who else may use a machine: for its owner. */
export function ShareSection({ sharing, machine }: { sharing: Sharing; machine: Machine }) {
  const { account } = usePage().state.account
  const grants = useRead(() => sharing.grants(), [sharing])
  const [open, setOpen] = useState<Grant | 'new' | null>(null)
  const own = account.value.is === 'signed_in' ? account.value.user.id : ''
  if (grants.is === 'loading') return <Skeleton lines={2} />
  if (grants.is === 'failed') return <NotRead code={grants.code} onAgain={grants.again} />
  const others = grants.value.filter(({ owner }) => !owner)
  const close = (): void => setOpen(null)
  return (
    <>
      <p class="section-words">
        {others.length === 0 ? t('share.none') : t('share.words', { machine: machine.label })}
      </p>
      {others.length > 0 && !machine.remoteChat && <p class="section-words">{t('share.chat_off')}</p>}
      {others.length > 0 && (
        <ul class="plain-rows">
          {others.map((grant) => (
            <ListRow
              key={grant.user}
              title={cleanLabel(grant.name)}
              note={grant.disabled ? t('share.disabled') : undefined}
              detail={t('share.may', { what: scopeWords(grant.scopes) })}
              onPress={() => setOpen(grant)}
            />
          ))}
        </ul>
      )}
      <div class="section-acts">
        <Button icon="plus" onPress={() => setOpen('new')}>
          {t('share.add')}
        </Button>
      </div>
      {open === 'new' && (
        <ShareSheet
          sharing={sharing}
          machine={machine.label}
          own={own}
          onDone={() => {
            grants.again()
            close()
          }}
          onClose={close}
        />
      )}
      {open !== null && open !== 'new' && (
        <GrantSheet
          sharing={sharing}
          machine={machine.label}
          grant={open}
          onChanged={grants.again}
          onClose={close}
        />
      )}
    </>
  )
}
