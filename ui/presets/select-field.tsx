import { Field } from '../parts/field.tsx'

export interface SelectFieldProps {
  label: string
  help?: string
  value: string
  /** Values with what they are called. */
  choices: readonly (readonly [value: string, words: string])[]
  disabled?: boolean
  onChange: (value: string) => void
}

/** One of several, by the browser's own list. */
export function SelectField({ label, help, value, choices, disabled, onChange }: SelectFieldProps) {
  return (
    <Field label={label} help={help}>
      {(ties) => (
        <select
          {...ties}
          class="input"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
