import { useState } from 'preact/hooks'
import type { SignIn } from '../../shared/wire/account.ts'
import { segment } from '../api/daemon.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'

type Ending = SignIn | 'others'

const deviceOf = ({ device }: SignIn): string => device ?? t('sign_ins.no_device')

/** Where the account is signed in, and ending what its person no longer wants. */
export function SignInsPart() {
  const { authority } = usePage().state
  const signIns = useRead(() => authority.ask((api) => api.v1['sign-ins'].get()), [])
  const [ending, setEnding] = useState<Ending | null>(null)
  const [ended, setEnded] = useState<number | null>(null)
  if (signIns.is === 'loading') return <Skeleton lines={3} />
  if (signIns.is === 'failed') return <NotRead code={signIns.code} onAgain={signIns.again} />
  const all = signIns.value.signIns
  const end = async (what: Ending) => {
    const asked = await authority.ask((api) =>
      what === 'others'
        ? api.v1['sign-ins'].delete()
        : api.v1['sign-ins']({ signIn: segment(what.id) }).delete(),
    )
    // Over already is what was wanted.
    const isOver = asked.ok || asked.error.code === 'sign_in_not_found'
    if (isOver) signIns.again()
    if (asked.ok) setEnded(asked.value.ended)
    return asked
  }
  return (
    <>
      <p class="section-words">{t('sign_ins.words')}</p>
      <ul>
        {all.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} onEnd={() => setEnding(signIn)} />
        ))}
      </ul>
      {all.length > 1 ? (
        <div class="section-acts">
          <Button onPress={() => setEnding('others')}>{t('sign_ins.end_others')}</Button>
        </div>
      ) : (
        <p class="section-words">{t('sign_ins.only')}</p>
      )}
      <p class="settings-done" role="status">
        {ended !== null && t('sign_ins.ended', { count: ended })}
      </p>
      {ending && (
        <ConfirmSheet
          title={
            ending === 'others'
              ? t('sign_ins.end_others_title')
              : t('sign_ins.end_title', { device: deviceOf(ending) })
          }
          act={t('sign_ins.end')}
          onAct={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          <p>{t(ending === 'others' ? 'sign_ins.end_others_words' : 'sign_ins.end_words')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}

function SignInRow({ signIn, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const now = usePage().now.value
  const when = agoWords(signIn.usedAt, now)
  return (
    <ListRow
      title={deviceOf(signIn)}
      note={signIn.current ? t('sign_ins.this') : undefined}
      detail={t('sign_ins.used', { when, began: agoWords(signIn.createdAt, now) })}
      // This one ends by signing out.
      tail={
        signIn.current ? undefined : (
          <Button look="bare" onPress={onEnd}>
            {t('sign_ins.end')}
          </Button>
        )
      }
    />
  )
}
