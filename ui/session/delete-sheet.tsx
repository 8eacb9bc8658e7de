import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../../shared/wire/session.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { EntryState } from '../state/outbox-entry.ts'
import type { SessionActs } from './session-acts.ts'

export interface DeleteSheetProps {
  snapshot: Session
  acts: SessionActs
  onClose: () => void
}

type Step = { at: 'asking' } | { at: 'stopping' } | { at: 'deleting' } | { at: 'failed'; why: string }

/** A session without an agent is deleted; one that has its agent is stopped first. */
const isAway = ({ status }: Session): boolean => ['exited', 'parked', 'interrupted'].includes(status)

/** The one act here that cannot be taken back, so it says what goes and what stays. Its end is the session's: see `gone`. */
export function DeleteSheet({ snapshot, acts, onClose }: DeleteSheetProps) {
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const away = isAway(snapshot)
  const session = snapshot.id

  const told = (state: EntryState): void => {
    if (state.is === 'refused') setStep({ at: 'failed', why: errorWords(state.code) })
    if (state.is === 'not_known') setStep({ at: 'failed', why: t('session.unstored') })
  }
  const begin = (): void => {
    if (away) return setStep({ at: 'deleting' })
    setStep({ at: 'stopping' })
    void acts.settled({ do: 'stop', session }).then(told)
  }
  useEffect(() => {
    if (step.at === 'stopping' && away) setStep({ at: 'deleting' })
    if (step.at === 'deleting') void acts.settled({ do: 'delete', session }).then(told)
  }, [step.at, away])

  const busy = step.at === 'stopping' || step.at === 'deleting'
  return (
    <Sheet
      title={t('session.delete_title')}
      onClose={onClose}
      foot={
        <>
          <Button look="ink" icon="delete" busy={busy} onPress={begin}>
            {t('session.delete')}
          </Button>
          <Button onPress={onClose}>{t('session.keep')}</Button>
        </>
      }
    >
      <p>{t('session.delete_words')}</p>
      {!away && <p>{t('session.delete_stops')}</p>}
      <p role="status">{stepWords(step)}</p>
    </Sheet>
  )
}

function stepWords(step: Step): string {
  switch (step.at) {
    case 'asking':
      return ''
    case 'stopping':
      return t('session.delete_stopping')
    case 'deleting':
      return t('session.deleting')
    case 'failed':
      return step.why
  }
}
