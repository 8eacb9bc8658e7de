import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { FieldError } from '../parts/field.tsx'

export interface SettingTies {
  id: string
  'aria-describedby': string
}

export interface SettingRowProps {
  label: string
  help: string
  error?: string | undefined
  children: (ties: SettingTies) => ComponentChildren
}

/** What is set on the left, what it is set to on the right. */
export function SettingRow({ label, help, error, children }: SettingRowProps) {
  const id = useId()
  return (
    <li class="setting">
      <div class="setting-words">
        <label for={id}>{label}</label>
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      </div>
      <div class="setting-value">{children({ id, 'aria-describedby': `${id}-help ${id}-error` })}</div>
      <FieldError id={`${id}-error`} error={error} />
    </li>
  )
}
