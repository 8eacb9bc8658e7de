import { useEffect, useState } from 'preact/hooks'
import type { AppError, Result } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Setting, SettingsChange } from '../../shared/wire/admin.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Field, type FieldTies } from '../parts/field.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { settingChoices, settingHelp, settingLabel, sourceWords } from './setting-words.ts'

export interface SettingProps {
  setting: Setting
  onChange: (change: SettingsChange) => Promise<Result<unknown>>
}

/** One setting: what it is, who decides it, and a change of it. What was typed stays where it was refused. */
export function SettingForm({ setting, onChange }: SettingProps) {
  const { name, value, from } = setting
  const attempt = useAttempt()
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const isFixed = from === 'environment'
  const isChanged = typed !== (value ?? '')
  const set = (to: string | null): void => void attempt.run(() => onChange({ [name]: to }))
  return (
    <form
      class="admin-setting"
      onSubmit={(event) => {
        event.preventDefault()
        // What is in the field now: Enter may come before the last key was drawn.
        const given = new FormData(event.currentTarget).get(name)
        if (typeof given === 'string' && given.trim() !== (value ?? '')) set(given.trim() || null)
      }}
    >
      <Field
        label={settingLabel(name)}
        help={settingHelp(name)}
        error={attempt.refused ? refusedWords(attempt.refused, setting) : undefined}
      >
        {(ties) => <Control ties={ties} name={name} value={typed} disabled={isFixed} onInput={setTyped} />}
      </Field>
      <p class="admin-source">{sourceWords(setting)}</p>
      {!isFixed && (isChanged || from === 'database') && (
        <div class="section-acts">
          {isChanged && (
            <Button look="ink" submit busy={attempt.busy}>
              {t('admin.save')}
            </Button>
          )}
          {from === 'database' && !isChanged && (
            <Button busy={attempt.busy} onPress={() => set(null)}>
              {t('set.reset')}
            </Button>
          )}
          {isChanged && <Button onPress={() => setTyped(value ?? '')}>{t('part.cancel')}</Button>}
        </div>
      )}
    </form>
  )
}

export const refusedWords = ({ code }: AppError, setting: Setting): string =>
  code === 'invalid_request' ? t('set.bad', { type: cleanLabel(setting.type) }) : errorWords(code)

interface ControlProps {
  ties: FieldTies
  name: string
  value: string
  disabled: boolean
  onInput: (value: string) => void
}

function Control({ ties, name, value, disabled, onInput }: ControlProps) {
  const choices = settingChoices[name]
  if (choices) {
    return (
      <select
        {...ties}
        class="input"
        name={name}
        value={value}
        disabled={disabled}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {t(words)}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...ties}
      class="input"
      name={name}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      disabled={disabled}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}
