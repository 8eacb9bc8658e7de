import { useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { ProvisioningKey } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { SecretSheet } from './secret-sheet.tsx'
import { useAdmin } from './use-admin.ts'

type Open = { is: 'make' } | { is: 'end' } | { is: 'made'; secret: string }

/** The one key by which a script adds machines. */
export function ProvisioningSection() {
  const admin = useAdmin()
  const { now } = usePage()
  const key = useRead(admin.provisioningKey, [admin])
  const [open, setOpen] = useState<Open | null>(null)

  const make = async (): Promise<Result<unknown>> => {
    const made = await admin.makeProvisioningKey()
    if (made.ok) {
      key.again()
      setOpen({ is: 'made', secret: made.value.secret })
    }
    return made
  }
  const end = async (): Promise<Result<unknown>> => {
    const ended = await admin.endProvisioningKey()
    if (ended.ok) key.again()
    return ended
  }
  // The confirming sheet closes itself after it was done: by then the secret may stand in its place.
  const close = (): void => setOpen((before) => (before?.is === 'made' ? before : null))
  return (
    <>
      <p class="section-words">{t('provisioning.words')}</p>
      {key.is === 'loading' && <Skeleton lines={2} />}
      {key.is === 'failed' && <NotRead code={key.code} onAgain={key.again} />}
      {key.is === 'ready' && (
        <>
          <p>{stateWords(key.value, now.value)}</p>
          <div class="section-acts">
            <Button onPress={() => setOpen({ is: 'make' })}>
              {key.value.exists ? t('provisioning.replace') : t('provisioning.make')}
            </Button>
            {key.value.exists && (
              <Button onPress={() => setOpen({ is: 'end' })}>{t('provisioning.end')}</Button>
            )}
          </div>
        </>
      )}
      {open?.is === 'make' && key.is === 'ready' && (
        <MakeSheet replaces={key.value.exists} onAct={make} onClose={close} />
      )}
      {open?.is === 'end' && (
        <ConfirmSheet
          title={t('provisioning.end_title')}
          act={t('provisioning.end')}
          onAct={end}
          onClose={close}
        >
          <p>{t('provisioning.end_words')}</p>
        </ConfirmSheet>
      )}
      {open?.is === 'made' && (
        <SecretSheet
          title={t('provisioning.secret_title')}
          secret={open.secret}
          done={t('provisioning.kept')}
          onClose={() => setOpen(null)}
        >
          <p>{t('provisioning.secret_words')}</p>
        </SecretSheet>
      )}
    </>
  )
}

function stateWords({ exists, madeBy, createdAt, usedAt }: ProvisioningKey, now: number): string {
  if (!exists) return t('provisioning.none')
  const who = cleanLabel(madeBy ?? t('records.gone_user'))
  return [
    t('provisioning.exists'),
    createdAt === null ? null : t('provisioning.made', { who, when: agoWords(createdAt, now) }),
    usedAt === null ? t('provisioning.unused') : t('provisioning.used', { when: agoWords(usedAt, now) }),
  ]
    .filter((words) => words !== null)
    .join(' · ')
}

function MakeSheet({
  replaces,
  onAct,
  onClose,
}: {
  replaces: boolean
  onAct: () => Promise<Result<unknown>>
  onClose: () => void
}) {
  return (
    <ConfirmSheet
      title={replaces ? t('provisioning.replace_title') : t('provisioning.make_title')}
      act={replaces ? t('provisioning.replace') : t('provisioning.make')}
      onAct={onAct}
      onClose={onClose}
    >
      {replaces && <p>{t('provisioning.replace_words')}</p>}
      <p>{t('provisioning.make_words')}</p>
    </ConfirmSheet>
  )
}
