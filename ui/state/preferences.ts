import { type ReadonlySignal, signal } from '@preact/signals'

export type Theme = 'light' | 'dark' | 'system'

export interface Preferences {
  readonly theme: ReadonlySignal<Theme>
  setTheme(theme: Theme): void
}

const KEY = 'fairlead.theme'

/** Kept in this browser. `root` carries `data-theme`; without it the system decides. */
export function createPreferences(storage: Storage | null, root: HTMLElement): Preferences {
  const kept = storage?.getItem(KEY)
  const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')
  const apply = (): void => {
    if (theme.value === 'system') delete root.dataset.theme
    else root.dataset.theme = theme.value
  }
  apply()
  return {
    theme,
    setTheme(chosen) {
      theme.value = chosen
      apply()
      if (chosen === 'system') storage?.removeItem(KEY)
      else storage?.setItem(KEY, chosen)
    },
  }
}
