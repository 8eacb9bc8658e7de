import type { Rule, Violation } from './rule.ts'
import { isTest, type Tree } from './tree.ts'

const LINES = 300
/** The keeper is what must never be wrong: small enough to be read whole. */
const KEEPER_LINES = 250
const COUNTED = /\.(?:tsx?|css)$/

export const fileLength: Rule = {
  name: 'file-length',
  check({ files }) {
    return files.flatMap(({ path, text }): Violation[] => {
      const most = path.startsWith('daemon/keeper/') && !isTest(path) ? KEEPER_LINES : LINES
      const lines = lineCount(text)
      if (!COUNTED.test(path) || lines <= most) return []
      return [{ path, line: most + 1, sentence: `${lines} lines, at most ${most}` }]
    })
  },
}

export const MEDIAN_LINES = 100

/** The median length, in lines, of the files that are not tests; 0 without any. */
export function medianLength({ files }: Tree): number {
  const lengths = files
    .filter(({ path }) => COUNTED.test(path) && !isTest(path))
    .map(({ text }) => lineCount(text))
    .sort((a, b) => a - b)
  return lengths[lengths.length >> 1] ?? 0
}

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
