/**
 * What `bun test` says at its end. Its JUnit report leaves out a file that did not load, so the summary on stderr
 * counts: the last line of each kind, since a test may print anything before.
 */
export interface TestCounts {
  passed: number
  failed: number
}

/** A run that ended badly without saying so (a crash, a file that did not load, a deadline) is one failure. */
export function readSummary(stderr: string, exitCode: number | null): TestCounts {
  const failed = (lastCount(stderr, 'fail') ?? 0) + (exitCode === 0 ? 0 : (lastCount(stderr, 'error') ?? 0))
  return { passed: lastCount(stderr, 'pass') ?? 0, failed: exitCode === 0 ? failed : Math.max(failed, 1) }
}

function lastCount(text: string, word: string): number | null {
  const found = [...text.matchAll(new RegExp(`^ *(\\d+) ${word}s?$`, 'gm'))].at(-1)
  return found ? Number(found[1]) : null
}
