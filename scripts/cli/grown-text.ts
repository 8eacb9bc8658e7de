/** Output that is asked for again and again, of which only what is new is shown. */

/** What came after `before`. Where the beginning of a long output was dropped, what is left of `before` is looked for. */
export function grownBy(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length)
  for (let from = Math.max(0, before.length - now.length); from < before.length; from++) {
    const left = before.slice(from)
    if (now.startsWith(left)) return now.slice(left.length)
  }
  return now
}
