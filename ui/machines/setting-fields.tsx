import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { COUNT, countOf, keyOf, type Wait, waitOf, waitWords, withCurrent } from './setting-choices.ts'
import { SettingRow } from './setting-row.tsx'

interface SettingProps<T> {
  label: string
  help: string
  value: T
  /** It may be read only. */
  disabled: boolean
  onSet: (value: T) => Promise<Result<unknown>>
}

/** Set at once; a refusal is said beside it, and what is shown is what holds. */
function useSetting<T>({ value, onSet }: SettingProps<T>) {
  const attempt = useAttempt()
  const [wanted, setWanted] = useState<{ value: T } | null>(null)
  useEffect(() => setWanted(null), [value])
  const set = async (next: T): Promise<void> => {
    setWanted({ value: next })
    // Taken, it stays shown until it was read back.
    if (!(await attempt.run(() => onSet(next)))) setWanted(null)
  }
  const error = attempt.refused ? errorWords(attempt.refused.code) : undefined
  return { shown: wanted ? wanted.value : value, set, error, busy: attempt.busy }
}

export function WaitSetting(props: SettingProps<Wait> & { choices: readonly Wait[] }) {
  const { label, help, disabled, choices } = props
  const { shown, set, error, busy } = useSetting(props)
  return (
    <SettingRow label={label} help={help} error={error}>
      {(ties) => (
        <select
          {...ties}
          class="input"
          value={keyOf(shown)}
          disabled={disabled}
          aria-busy={busy}
          onChange={(event) => void set(waitOf(event.currentTarget.value))}
        >
          {withCurrent(choices, shown).map((wait) => (
            <option key={keyOf(wait)} value={keyOf(wait)}>
              {waitWords(wait)}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  )
}

export function SwitchSetting(props: SettingProps<boolean>) {
  const { label, help, disabled } = props
  const { shown, set, error, busy } = useSetting(props)
  return (
    <SettingRow label={label} help={help} error={error}>
      {(ties) => (
        <input
          {...ties}
          type="checkbox"
          class="switch"
          checked={shown}
          disabled={disabled}
          aria-busy={busy}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
      )}
    </SettingRow>
  )
}

/** Taken when the field is left or Enter is pressed; what was typed stays until it was taken. */
export function CountSetting(props: SettingProps<number>) {
  const { label, help, disabled, value } = props
  const { set, error, busy } = useSetting(props)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => setTyped(null), [value])
  const isWrong = typed !== null && countOf(typed) === null
  const take = (): void => {
    const count = typed === null ? null : countOf(typed)
    if (count === value) setTyped(null)
    else if (count !== null) void set(count)
  }
  return (
    <SettingRow label={label} help={help} error={isWrong ? t('machine_settings.bad_count', COUNT) : error}>
      {(ties) => (
        <input
          {...ties}
          class="input setting-count"
          inputMode="numeric"
          autocomplete="off"
          value={typed ?? String(value)}
          disabled={disabled}
          aria-busy={busy}
          aria-invalid={isWrong ? true : undefined}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
          }}
        />
      )}
    </SettingRow>
  )
}
