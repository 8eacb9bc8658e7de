import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'

export interface FrontFormProps {
  onSubmit: () => void
  act: string
  busy: boolean
  children: ComponentChildren
}

/** The one form of a front page: what is empty is gone to before anything is sent. */
export function FrontForm({ onSubmit, act, busy, children }: FrontFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    // A finger opens its own keyboard when it wants one.
    if (matchMedia('(pointer: fine)').matches) firstEmpty(form.current)?.focus()
  }, [])
  return (
    <form
      ref={form}
      class="front-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const missing = firstEmpty(form.current)
        if (missing) missing.focus()
        else onSubmit()
      }}
    >
      {children}
      <Button look="ink" submit busy={busy}>
        {act}
      </Button>
    </form>
  )
}

const firstEmpty = (form: HTMLFormElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll('input') ?? [])].find(({ type, value }) => type !== 'hidden' && value === '')
