import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type Root = RefObject<HTMLElement | null>

/**
 * The keys of the screen as a whole. Escape leaves the composer for what waits above it, so that a number answers; on a
 * desktop a session opens with the composer ready to be typed in (`ready`), unless something waits for an answer.
 */
export function useSessionKeys(root: Root, { fine, ready }: { fine: boolean; ready: boolean }): void {
  const begun = useRef(false)
  useEffect(() => {
    if (!fine || !ready || begun.current) return
    begun.current = true
    // The page, or what this screen stands in: nobody is typing anywhere else.
    const isFree = document.activeElement?.contains(root.current) !== false
    if (isFree) focusOn(root, '.composer-text')
  }, [root, fine, ready])

  useEffect(() => {
    const element = root.current
    if (!element) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!(event.target instanceof Element) || !event.target.matches('.composer-text')) return
      event.preventDefault()
      focusAbove(root)
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [root])
  useKeptFocus(root, fine)
}

/**
 * What had the focus may leave: an ask that is answered, Stop when there is nothing to stop any more. A phone must not
 * open its keyboard for that.
 */
function useKeptFocus(root: Root, fine: boolean): void {
  const last = useRef<{ element: Element; inAsk: boolean } | null>(null)
  useEffect(() => {
    const element = root.current
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Element)
        last.current = { element: target, inAsk: target.closest('.ask') !== null }
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [root])
  useEffect(() => {
    const lost = last.current
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    last.current = null
    if (lost.inAsk || !fine) focusAbove(root)
    else focusOn(root, '.composer-text')
  })
}

/** To where a number answers, and Tab leads to the composer. */
const focusAbove = (root: Root): void => {
  if (!focusOn(root, '.ask-body')) focusOn(root, '.transcript-scroll')
}

function focusOn(root: Root, what: string): boolean {
  const element = root.current?.querySelector<HTMLElement>(what)
  element?.focus()
  return element !== null && element !== undefined
}
