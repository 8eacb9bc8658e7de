import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { useAdmin } from './use-admin.ts'

/** The keys that sign what machines let in. */
export function SigningSection() {
  const admin = useAdmin()
  const { now } = usePage()
  const keys = useRead(admin.signingKeys, [admin])
  const [asked, setAsked] = useState(false)
  return (
    <>
      <p class="section-words">{t('signing.words')}</p>
      {keys.is === 'loading' && <Skeleton lines={3} />}
      {keys.is === 'failed' && <NotRead code={keys.code} onAgain={keys.again} />}
      {keys.is === 'ready' && (
        <>
          <p>
            {keys.value.behind === 0
              ? t('signing.all_know')
              : t('signing.behind', { count: keys.value.behind })}
          </p>
          <ul class="plain-rows">
            {keys.value.keys.map(({ kid, createdAt, newest }) => (
              <ListRow
                key={kid}
                title={<code>{kid}</code>}
                note={newest ? t('signing.newest') : undefined}
                detail={t('signing.made', { when: agoWords(createdAt, now.value) })}
              />
            ))}
          </ul>
          <div class="section-acts">
            <Button icon="again" onPress={() => setAsked(true)}>
              {t('signing.rotate')}
            </Button>
          </div>
        </>
      )}
      {asked && (
        <ConfirmSheet
          title={t('signing.rotate_title')}
          act={t('signing.rotate')}
          onAct={async () => {
            const done = await admin.rotateKeys()
            if (done.ok) keys.again()
            return done
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('signing.rotate_words')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}
