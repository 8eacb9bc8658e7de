import { t } from '../locale/t.ts'
import { IconButton } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'

export interface NicknameFieldProps {
  value: string
  onChange: (nickname: string) => void
  onReroll: (from: string) => void
  error: string | undefined
}

/** What the session is called on this machine. */
export function NicknameField({ value, onChange, onReroll, error }: NicknameFieldProps) {
  return (
    <Field label={t('new.nickname')} error={error}>
      {(ties) => (
        <div class="nickname">
          <input
            {...ties}
            class="input"
            name="nickname"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton icon="again" label={t('new.reroll')} look="plain" onPress={() => onReroll(value)} />
        </div>
      )}
    </Field>
  )
}
