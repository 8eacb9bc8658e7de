import { useState } from 'preact/hooks'
import type { MadeApiKey, NewApiKey } from '../../shared/wire/account.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useFreshAct } from '../parts/fresh-act.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { isWhole, type KeyChoice, KeyFields } from './key-fields.tsx'

/** What a key may do, then the key itself, once. */
export function MakeKeySheet({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { authority } = usePage().state
  const fresh = useFreshAct()
  const attempt = useAttempt()
  const [choice, setChoice] = useState<KeyChoice>({ name: '', scopes: ['read'], device: null })
  const [made, setMade] = useState<MadeApiKey | null>(null)
  if (made) return <Made made={made} onClose={onClose} />
  const make = async (): Promise<void> => {
    await attempt.run(async () => {
      const done = await fresh(() => authority.ask((api) => api.v1.keys.post(wanted(choice))))
      if (!done.ok) return done
      setMade(done.value)
      onMade()
      return done
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole(choice)) void make()
      }}
    >
      <Sheet
        title={t('keys.make_title')}
        onClose={onClose}
        foot={
          <>
            <Button onPress={onClose}>{t('part.cancel')}</Button>
            <Button look="ink" submit busy={attempt.busy} disabled={!isWhole(choice)}>
              {t('keys.make')}
            </Button>
          </>
        }
      >
        <KeyFields choice={choice} onChange={setChoice} />
        <Refusal error={attempt.refused} />
      </Sheet>
    </form>
  )
}

const wanted = ({ name, scopes, device }: KeyChoice): NewApiKey => ({
  name: name.trim(),
  scopes,
  ...(scopes.includes('circuits') && device !== null ? { device } : {}),
})

/** Whoever closes it too early revokes the key and makes another: nothing can show it again. */
function Made({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  return (
    <Sheet
      title={t('keys.made_title')}
      onClose={onClose}
      foot={
        <Button look="ink" onPress={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <p>{t('keys.made_words')}</p>
      <div class="copy-line">
        <code>{made.secret}</code>
        <CopyButton text={made.secret} />
      </div>
    </Sheet>
  )
}
