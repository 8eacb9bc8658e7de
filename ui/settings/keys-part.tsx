import { useState } from 'preact/hooks'
import type { ApiKey } from '../../shared/wire/account.ts'
import { segment } from '../api/daemon.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { scopeWords } from './key-scopes.ts'
import { MakeKeySheet } from './make-key-sheet.tsx'

/** Keys of the account's scripts: made here once, and taken back here. */
export function KeysPart() {
  const { authority } = usePage().state
  const keys = useRead(() => authority.ask((api) => api.v1.keys.get()), [])
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  if (keys.is === 'loading') return <Skeleton lines={3} />
  if (keys.is === 'failed') return <NotRead code={keys.code} onAgain={keys.again} />
  const revoke = async ({ id }: ApiKey) => {
    const asked = await authority.ask((api) => api.v1.keys({ key: segment(id) }).delete())
    // Gone already, by another page: the list says so.
    if (asked.ok || asked.error.code === 'key_not_found') keys.again()
    return asked
  }
  const make = (
    <Button look="ink" onPress={() => setMaking(true)}>
      {t('keys.make')}
    </Button>
  )
  return (
    <>
      {keys.value.keys.length === 0 ? (
        <EmptyState title={t('keys.none')} act={make}>
          {t('keys.words')}
        </EmptyState>
      ) : (
        <>
          <p class="section-words">{t('keys.words')}</p>
          <ul>
            {keys.value.keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
          <div class="section-acts">{make}</div>
        </>
      )}
      {isMaking && <MakeKeySheet onMade={keys.again} onClose={() => setMaking(false)} />}
      {revoking && (
        <ConfirmSheet
          title={t('keys.revoke_title', { name: revoking.name })}
          act={t('keys.revoke')}
          onAct={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>{t('keys.revoke_words')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { now } = usePage()
  const { usedAt } = apiKey
  return (
    <ListRow
      title={apiKey.name}
      note={usedAt === null ? t('keys.unused') : t('keys.used', { when: agoWords(usedAt, now.value) })}
      detail={apiKey.scopes.map(scopeWords).join(' · ')}
      tail={
        <Button look="bare" onPress={onRevoke}>
          {t('keys.revoke')}
        </Button>
      }
    />
  )
}
