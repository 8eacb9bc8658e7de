import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'

/** What a control inside a field needs to be tied to its words. */
export interface FieldTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  required: boolean | undefined
}

export interface FieldProps {
  label: ComponentChildren
  help?: ComponentChildren
  error?: string | undefined
  required?: boolean
  children: (ties: FieldTies) => ComponentChildren
}

/** A label above its control, help below it, and the error in the help's place in the reading order. */
export function Field({ label, help, error, required, children }: FieldProps) {
  const id = useId()
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
        {required && <span class="field-note">{t('part.required')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {help && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p class="field-error" id={id} role={error ? 'alert' : undefined}>
      {error}
    </p>
  )
}

const TYPES = {
  text: { type: 'text' },
  password: { type: 'password' },
  email: { type: 'email' },
} as const

export interface TextFieldProps {
  label: ComponentChildren
  value: string
  onInput: (value: string) => void
  type?: keyof typeof TYPES
  autocomplete?: string
  name?: string
  help?: ComponentChildren
  error?: string | undefined
  required?: boolean
  /** Has the focus when it is drawn first. */
  focused?: boolean
}

export function TextField({
  label,
  value,
  onInput,
  type = 'text',
  autocomplete,
  name,
  focused,
  ...rest
}: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // After what it stands in: a sheet remembers where the focus was before.
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [])
  return (
    <Field label={label} {...rest}>
      {(ties) => (
        <input
          {...ties}
          ref={input}
          class="input"
          {...TYPES[type]}
          name={name ?? ties.id}
          autocomplete={autocomplete ?? 'off'}
          autocapitalize="none"
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
