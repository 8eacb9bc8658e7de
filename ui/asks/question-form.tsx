import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { FormField, FormValues } from '../../shared/wire/ask.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { FormControl } from './form-control.tsx'
import { type FormDraft, type FormErrors, filled, formSteps, startDraft } from './form-values.ts'

export type QuestionAct =
  | { action: 'accept'; values: FormValues }
  | { action: 'decline' }
  | { action: 'cancel' }

export interface QuestionFormProps {
  fields: readonly FormField[]
  /** What was filled in before; null: start from the agent's own values. */
  draft: FormDraft | null
  onDraft: (draft: FormDraft) => void
  busy: boolean
  onAct: (act: QuestionAct) => void
}

/**
 * A question, one step at a time. Three acts that the agent tells apart: to answer, to go on without an answer (skip),
 * and to call its request off (cancel).
 */
export function QuestionForm({ fields, draft: kept, onDraft, busy, onAct }: QuestionFormProps) {
  const [draft, setDraft] = useState<FormDraft>(() => kept ?? startDraft(fields))
  const [step, setStep] = useState(0)
  const [errors, setErrors] = useState<FormErrors>({})
  const form = useRef<HTMLFormElement | null>(null)
  const steps = formSteps(fields)
  const here = steps[step] ?? []
  const last = step >= steps.length - 1

  const change = (name: string, value: FormDraft[string]): void => {
    const next = { ...draft, [name]: value }
    setDraft(next)
    onDraft(next)
    setErrors({})
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (busy) return
    const read = filled(last ? fields : here, draft)
    if (!read.ok) {
      setErrors(read.errors)
      const bad = steps.findIndex((fieldsOfStep) => fieldsOfStep.some(({ name }) => read.errors[name]))
      return setStep(Math.max(0, bad))
    }
    if (last) onAct({ action: 'accept', values: read.values })
    else setStep(step + 1)
  }
  const first = useRef(true)
  useLayoutEffect(() => {
    // Only after a step was taken: a card that appears must not take the focus from where a person types.
    if (!first.current) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    first.current = false
  }, [step])

  return (
    <form ref={form} class="question" noValidate onSubmit={submit}>
      <div class="question-fields">
        {steps.length > 1 && (
          <p class="question-step" role="status">
            {t('form.step', { step: step + 1, total: steps.length })}
          </p>
        )}
        {here.map((field) => (
          <FormControl
            key={field.name}
            field={field}
            value={draft[field.name]}
            error={errors[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      </div>
      <div class="question-acts">
        <Button look="ink" submit busy={busy}>
          {last ? t('form.send') : t('form.next')}
        </Button>
        {step > 0 && <Button onPress={() => setStep(step - 1)}>{t('form.back')}</Button>}
        <span class="question-ways-out">
          <Way
            name={t('form.skip')}
            means={t('form.skip_means')}
            busy={busy}
            onPress={() => onAct({ action: 'decline' })}
          />
          <Way
            name={t('form.cancel')}
            means={t('form.cancel_means')}
            busy={busy}
            onPress={() => onAct({ action: 'cancel' })}
          />
        </span>
      </div>
    </form>
  )
}

interface WayProps {
  name: string
  means: string
  busy: boolean
  onPress: () => void
}

function Way({ name, means, busy, onPress }: WayProps) {
  return (
    <button
      type="button"
      class="button button-bare"
      title={means}
      aria-label={`${name}. ${means}`}
      disabled={busy}
      onClick={onPress}
    >
      <span>{name}</span>
    </button>
  )
}
