import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Grant } from '../../shared/wire/grant.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { Sharing } from '../state/sharing.ts'
import { ScopeChoice } from './scope-choice.tsx'

type Step = 'change' | 'end' | 'ended'

export interface GrantSheetProps {
  sharing: Sharing
  machine: string
  grant: Grant
  /** What is shared is another now. */
  onChanged: () => void
  onClose: () => void
}

/** What somebody may do on a machine: changed, or ended. */
export function GrantSheet({ sharing, machine, grant, onChanged, onClose }: GrantSheetProps) {
  const attempt = useAttempt()
  const [step, setStep] = useState<Step>('change')
  const [scopes, setScopes] = useState(grant.scopes)
  const name = cleanLabel(grant.name)
  const couldWrite = grant.scopes.includes('session:write')

  const save = async (): Promise<void> => {
    if (!(await attempt.run(() => sharing.give(grant.user, scopes)))) return
    onChanged()
    onClose()
  }
  const end = async (): Promise<void> => {
    if (!(await attempt.run(() => sharing.end(grant.user)))) return
    onChanged()
    if (couldWrite) setStep('ended')
    else onClose()
  }
  if (step === 'ended') return <Ended name={name} machine={machine} onClose={onClose} />
  if (step === 'end') {
    return (
      <Sheet
        title={t('share.end_title', { name, machine })}
        onClose={onClose}
        onBack={() => setStep('change')}
        foot={
          <>
            <Button onPress={() => setStep('change')}>{t('part.cancel')}</Button>
            <Button look="ink" busy={attempt.busy} onPress={() => void end()}>
              {t('share.end')}
            </Button>
          </>
        }
      >
        <p>{t('share.end_words', { machine })}</p>
        <Refusal error={attempt.refused} />
      </Sheet>
    )
  }
  return (
    <Sheet
      title={t('share.change_title', { name, machine })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={() => setStep('end')}>{t('share.end')}</Button>
          <Button look="ink" busy={attempt.busy} disabled={scopes.length === 0} onPress={() => void save()}>
            {t('share.change')}
          </Button>
        </>
      }
    >
      <ScopeChoice name={name} machine={machine} scopes={scopes} onChange={setScopes} />
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}

/** Who could run commands may have taken copies along. */
function Ended({ name, machine, onClose }: { name: string; machine: string; onClose: () => void }) {
  const command = 'fairlead rekey'
  return (
    <Sheet
      title={t('share.ended_title', { name, machine })}
      onClose={onClose}
      foot={
        <Button look="ink" onPress={onClose}>
          {t('share.done')}
        </Button>
      }
    >
      <p>{t('share.rekey_words', { name })}</p>
      <p class="copy-line">
        <code>{command}</code>
        <CopyButton text={command} />
      </p>
    </Sheet>
  )
}
