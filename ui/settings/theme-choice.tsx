import { type MessageKey, t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import type { Theme } from '../state/preferences.ts'

const THEMES = [
  ['system', 'settings.theme_system'],
  ['light', 'settings.theme_light'],
  ['dark', 'settings.theme_dark'],
] as const satisfies readonly (readonly [Theme, MessageKey])[]

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const { preferences } = usePage().state
  return (
    <fieldset class="segments">
      <legend class="unseen">{t('settings.theme')}</legend>
      {THEMES.map(([theme, words]) => (
        <label key={theme} class="segment">
          <input
            type="radio"
            name="theme"
            checked={preferences.theme.value === theme}
            onChange={() => preferences.setTheme(theme)}
          />
          <span>{t(words)}</span>
        </label>
      ))}
    </fieldset>
  )
}
