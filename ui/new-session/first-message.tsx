import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Field } from '../parts/field.tsx'

export interface FirstMessageProps {
  value: string
  onInput: (text: string) => void
  onSubmit: () => void
}

/** Enter breaks the line here, where a message is often long; with Ctrl or Cmd it starts the session. */
export function FirstMessage({ value, onInput, onSubmit }: FirstMessageProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    // A finger opens its own keyboard when it wants one.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])
  return (
    <Field label={t('new.message')}>
      {(ties) => (
        <textarea
          {...ties}
          ref={box}
          class="input first-message"
          rows={3}
          placeholder={t('new.message_hint')}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
          }}
        />
      )}
    </Field>
  )
}
