import type { ComponentChildren } from 'preact'
import { t } from '../locale/t.ts'
import { TextField } from '../parts/field.tsx'
import { FrontForm } from './front-form.tsx'

export interface Credentials {
  name: string
  password: string
}

export interface CredentialsFormProps {
  value: Credentials
  onChange: (value: Credentials) => void
  onSubmit: () => void
  act: string
  busy: boolean
  /** `new`: a password manager offers to make one. */
  password: 'current' | 'new'
  nameLabel?: string
  nameHelp?: string
  passwordHelp?: string
  nameError?: string | undefined
  passwordError?: string | undefined
  /** The name is known: it is shown for the password manager and cannot be changed. */
  fixedName?: boolean
  children?: ComponentChildren
}

/** Name and password, named as password managers look for them. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { value, onChange, onSubmit, act, busy, password, children } = props
  return (
    <FrontForm onSubmit={onSubmit} act={act} busy={busy}>
      {props.fixedName ? (
        <input type="hidden" name="username" autocomplete="username" value={value.name} />
      ) : (
        <TextField
          label={props.nameLabel ?? t('account.name')}
          name="username"
          autocomplete="username"
          value={value.name}
          onInput={(name) => onChange({ ...value, name })}
          error={props.nameError}
          {...(props.nameHelp ? { help: props.nameHelp } : {})}
        />
      )}
      <TextField
        label={t('account.password')}
        name="password"
        type="password"
        autocomplete={password === 'new' ? 'new-password' : 'current-password'}
        value={value.password}
        onInput={(text) => onChange({ ...value, password: text })}
        error={props.passwordError}
        {...(props.passwordHelp ? { help: props.passwordHelp } : {})}
      />
      {children}
    </FrontForm>
  )
}
