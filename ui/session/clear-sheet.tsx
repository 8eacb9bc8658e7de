import { useState } from 'preact/hooks'
import type { Session } from '../../shared/wire/session.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { EntryState } from '../state/outbox-entry.ts'
import type { SessionActs } from './session-acts.ts'

export interface ClearSheetProps {
  snapshot: Session
  acts: SessionActs
  onClose: () => void
}

type Step = { at: 'asking' } | { at: 'clearing' } | { at: 'failed'; why: string }

/** What the agent knows goes, what was said stays: said before it is done. */
export function ClearSheet({ snapshot, acts, onClose }: ClearSheetProps) {
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const clear = async (): Promise<void> => {
    setStep({ at: 'clearing' })
    const state = await acts.settled({ do: 'clear', session: snapshot.id })
    if (state.is === 'applied') return onClose()
    setStep({ at: 'failed', why: whyNot(state, snapshot) })
  }
  return (
    <Sheet
      title={t('session.clear_title')}
      onClose={onClose}
      foot={
        <>
          <Button look="ink" busy={step.at === 'clearing'} onPress={() => void clear()}>
            {t('session.clear')}
          </Button>
          <Button onPress={onClose}>{t('session.keep')}</Button>
        </>
      }
    >
      <p>{t('session.clear_words')}</p>
      <p role="status">{step.at === 'failed' ? step.why : ''}</p>
    </Sheet>
  )
}

function whyNot(state: EntryState, { tasks = [] }: Session): string {
  if (state.is !== 'refused') return t('session.unstored')
  const isTaskInTheWay =
    state.code === 'busy' && tasks.some((task) => task.state === 'running' || task.state === 'paused')
  return isTaskInTheWay ? t('session.clear_tasks') : errorWords(state.code)
}
