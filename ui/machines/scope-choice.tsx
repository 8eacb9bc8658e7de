import { useId } from 'preact/hooks'
import type { Scope } from '../../shared/wire/identity.ts'
import { type MessageKey, t } from '../locale/t.ts'
import { FieldError } from '../parts/field.tsx'
import { withScope } from './scope-words.ts'

const CHOICES = [
  ['session:read', 'share.read'],
  ['session:write', 'share.write'],
  ['machine:admin', 'share.admin'],
] as const satisfies readonly (readonly [Scope, MessageKey])[]

const help = (scope: Scope, machine: string): string => {
  if (scope === 'session:write') return t('share.write_help', { machine })
  return scope === 'session:read' ? t('share.read_help') : t('share.admin_help')
}

export interface ScopeChoiceProps {
  /** Whom it is about. */
  name: string
  machine: string
  scopes: readonly Scope[]
  onChange: (scopes: Scope[]) => void
}

/** What somebody may do on a machine, with what each means. */
export function ScopeChoice({ name, machine, scopes, onChange }: ScopeChoiceProps) {
  const id = useId()
  return (
    <fieldset class="check-rows" aria-describedby={`${id}-error`}>
      <legend class="field-label">{t('share.may_title', { name })}</legend>
      {CHOICES.map(([scope, words]) => (
        <label key={scope} class="check-row">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={(event) => onChange(withScope(scopes, scope, event.currentTarget.checked))}
          />
          <span>
            {t(words)}
            <small>{help(scope, machine)}</small>
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`} error={scopes.length === 0 ? t('share.choose') : undefined} />
    </fieldset>
  )
}
