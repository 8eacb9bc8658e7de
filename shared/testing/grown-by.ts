/** How many more bytes this process holds (resident) after `work` than before it, garbage aside. */
export function grownBy(work: () => void): number {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  work()
  Bun.gc(true)
  return process.memoryUsage.rss() - before
}

/** What a parser may leave behind after any number of inputs: far above what a heap does by itself. */
export const FUZZ_GROWTH_BYTES = 256 * 1024 * 1024
