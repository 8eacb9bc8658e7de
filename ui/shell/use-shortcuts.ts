import { useLayoutEffect } from 'preact/hooks'

/** Where a key is text and no act. */
const TYPING = 'input, textarea, select, [contenteditable], [role="menu"]'

/** Single keys, while nothing is typed and no sheet is open. */
export function useShortcuts(acts: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
      if (!act || document.querySelector('[role="dialog"]')) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
