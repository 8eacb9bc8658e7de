import { showInvisible } from '../../shared/untrusted.ts'
import type { Ask, AskAnswer, AskSummary } from '../../shared/wire/ask.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { t } from '../locale/t.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { AskHead } from './ask-head.tsx'
import type { FormDraft } from './form-values.ts'
import { QuestionForm } from './question-form.tsx'

export interface QuestionCardProps {
  summary: AskSummary
  /** Null while it is read. */
  ask: (Ask & { kind: 'question' }) | null
  agent: string
  more: number
  draft: FormDraft | null
  onDraft: (draft: FormDraft) => void
  sending: string | null
  failed: string | null
  onAnswer: (answer: AskAnswer) => void
}

export function QuestionCard(props: QuestionCardProps) {
  const { summary, ask, agent, more, draft, onDraft, sending, failed, onAnswer } = props
  return (
    <section class="ask" aria-label={t('ask.question')}>
      <AskHead agent={agent} words={t('ask.question')} title={ask ? '' : summary.title} more={more} />
      <div class="ask-body">
        {ask ? (
          <p class="question-words" dir="auto">
            {showInvisible(ask.question.message)}
          </p>
        ) : (
          <Skeleton lines={2} />
        )}
        {ask && (
          <QuestionForm
            key={ask.id}
            fields={ask.question.fields}
            draft={draft}
            onDraft={onDraft}
            busy={sending !== null}
            onAct={(act) => onAnswer({ shown: askDigest(ask), ...act })}
          />
        )}
      </div>
      <p class="ask-said" role="status">
        {failed !== null ? t('ask.failed', { why: failed }) : sending !== null ? t('ask.sending') : ''}
      </p>
    </section>
  )
}
