import type { FieldChoice, FormField } from '../../shared/wire/ask.ts'
import { t } from '../locale/t.ts'
import { Field, FieldError } from '../parts/field.tsx'
import type { FormDraft } from './form-values.ts'

export interface FormControlProps {
  field: FormField
  value: FormDraft[string] | undefined
  error: string | undefined
  onChange: (value: FormDraft[string]) => void
}

/** One field of a question, by its kind. */
export function FormControl(props: FormControlProps) {
  const { field, value, onChange } = props
  switch (field.kind) {
    case 'choice':
      return <Choices {...props} choices={field.choices ?? []} onPick={(picked) => onChange(picked)} />
    case 'choices': {
      const chosen = typeof value === 'object' ? value : []
      const toggle = (picked: string): void =>
        onChange(chosen.includes(picked) ? chosen.filter((one) => one !== picked) : [...chosen, picked])
      return <Choices {...props} choices={field.choices ?? []} onPick={toggle} />
    }
    case 'boolean': {
      const choices = [
        { value: 'yes', label: t('form.yes') },
        { value: 'no', label: t('form.no') },
      ]
      const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined
      return (
        <Choices
          {...props}
          value={chosen}
          choices={choices}
          onPick={(picked) => onChange(picked === 'yes')}
        />
      )
    }
    case 'text':
    case 'number':
    case 'integer':
      return <Words {...props} />
  }
}

interface ChoicesProps extends FormControlProps {
  choices: readonly FieldChoice[]
  onPick: (value: string) => void
}

function Choices({ field, value, error, choices, onPick }: ChoicesProps) {
  const type = field.kind === 'choices' ? { type: 'checkbox' as const } : { type: 'radio' as const }
  const isPicked = (choice: string): boolean =>
    typeof value === 'object' ? value.includes(choice) : value === choice
  return (
    <fieldset class="field">
      <legend class="field-label">
        {field.label}
        {!field.required && <span class="field-note">{t('form.optional')}</span>}
      </legend>
      {field.description && <p class="field-help">{field.description}</p>}
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value} class="choice">
            <input
              {...type}
              name={field.name}
              checked={isPicked(choice.value)}
              onChange={() => onPick(choice.value)}
            />
            <span class="choice-words">
              <span dir="auto">{choice.label}</span>
              {choice.description && <span class="choice-help">{choice.description}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${field.name}-error`} error={error} />
    </fieldset>
  )
}

function Words({ field, value, error, onChange }: FormControlProps) {
  const text = typeof value === 'string' ? value : ''
  const numeric = field.kind !== 'text'
  const help = field.secret ? t('form.secret') : field.description
  const label = (
    <>
      {field.label}
      {!field.required && <span class="field-note">{t('form.optional')}</span>}
    </>
  )
  return (
    <Field label={label} error={error} {...(help && { help })}>
      {(ties) => (
        <>
          <input
            {...ties}
            {...(field.secret ? { type: 'password' as const } : { type: 'text' as const })}
            class="input"
            inputMode={field.kind === 'integer' ? 'numeric' : numeric ? 'decimal' : 'text'}
            autocomplete="off"
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {field.choices && field.choices.length > 0 && (
            <div class="suggestions">
              {field.choices.map((choice) => (
                <button
                  key={choice.value}
                  type="button"
                  class="suggestion"
                  onClick={() => onChange(choice.value)}
                >
                  {choice.label}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  )
}
