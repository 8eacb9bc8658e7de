/** Where Tab goes inside a sheet: round and round, never behind it. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** The elements Tab can reach inside `root`, in order. */
export function focusableIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
}

/** The element that Tab (or Shift+Tab) must go to by hand, or null where the browser's own order is right. */
export function wrapFocus(root: HTMLElement, active: Element | null, backwards: boolean): HTMLElement | null {
  const order = focusableIn(root)
  const first = order[0]
  const last = order.at(-1)
  if (!first || !last) return root
  if (!active || !root.contains(active)) return backwards ? last : first
  if (backwards && (active === first || active === root)) return last
  return !backwards && active === last ? first : null
}
