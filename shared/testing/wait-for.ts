/**
 * For what has no event to wait for: another process's place in the process table. Everything else is awaited.
 */
const EVERY_MS = 10

/**
 * Looks every 10 ms until `look` gives something other than null, undefined or false, and returns that.
 * @throws Error naming `what` once `ms` have passed.
 */
export async function waitFor<T>(
  what: string,
  ms: number,
  look: () => T | null | undefined | false,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const seen = look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (performance.now() >= end) throw new Error(`waited ${ms} ms for ${what}`)
    await Bun.sleep(EVERY_MS)
  }
}
