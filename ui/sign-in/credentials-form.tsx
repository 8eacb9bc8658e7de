import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'

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
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    // A finger opens its own keyboard when it wants one.
    if (matchMedia('(pointer: fine)').matches) firstEmpty(form.current)?.focus()
  }, [])
  return (
    <form
      ref={form}
      class="front-form"
      onSubmit={(event) => {
        event.preventDefault()
        const missing = firstEmpty(form.current)
        if (missing) missing.focus()
        else onSubmit()
      }}
    >
      {props.fixedName ? (
        <input type="hidden" name="username" autocomplete="username" value={value.name} />
      ) : (
        <TextField
          label={t('account.name')}
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
      <Button look="ink" submit busy={busy}>
        {act}
      </Button>
    </form>
  )
}

const firstEmpty = (form: HTMLFormElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll('input') ?? [])].find(({ type, value }) => type !== 'hidden' && value === '')
