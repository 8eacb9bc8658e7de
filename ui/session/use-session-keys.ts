import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * The keys of the screen as a whole. Escape leaves the composer for what waits above it, so that a number answers; on a
 * desktop a session opens with the composer ready to be typed in (`ready`), unless something waits for an answer.
 */
export function useSessionKeys(root: RefObject<HTMLElement | null>, ready: boolean): void {
  const begun = useRef(false)
  useEffect(() => {
    if (!ready || begun.current) return
    begun.current = true
    // The page, or what this screen stands in: nobody is typing anywhere else.
    const isFree = document.activeElement?.contains(root.current) !== false
    if (isFree) root.current?.querySelector<HTMLElement>('.composer-text')?.focus()
  }, [root, ready])

  useEffect(() => {
    const element = root.current
    if (!element) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!(event.target instanceof Element) || !event.target.matches('.composer-text')) return
      event.preventDefault()
      const place =
        element.querySelector<HTMLElement>('.ask-body') ?? element.querySelector('.transcript-scroll')
      if (place instanceof HTMLElement) place.focus()
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [root])
}
