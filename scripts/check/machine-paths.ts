import type { Rule } from './rule.ts'
import { lineAt } from './tree.ts'

/** An absolute path that is true on one machine only. */
const PATH = /(?<![\w.~})-])\/(?:work|root)\//g

export const machinePaths: Rule = {
  name: 'machine-paths',
  check({ files, recorded }) {
    return [...files, ...recorded].flatMap(({ path, text }) =>
      [...text.matchAll(PATH)].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        sentence: 'a path of one machine',
      })),
    )
  },
}
