import type { Rule } from './rule.ts'

export const LIMITS_PATH = 'docs/LIMITS.md'

/** `docs/LIMITS.md` says what the limits modules say; `expected` is the page as they give it. */
export const limitsDoc = (expected: string): Rule => ({
  name: 'limits-doc',
  check({ files }) {
    const page = files.find(({ path }) => path === LIMITS_PATH)?.text ?? ''
    if (page === expected) return []
    const lines = page.split('\n')
    const first = expected.split('\n').findIndex((line, n) => line !== lines[n])
    const line = first === -1 ? lines.length : first + 1
    return [
      {
        path: LIMITS_PATH,
        line,
        sentence: 'is not what the source says: run `bun scripts/check.ts --write`',
      },
    ]
  },
})
